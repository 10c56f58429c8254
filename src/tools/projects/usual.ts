/** How long a tool may take for one run unless somebody says otherwise. */
export const usualTimeoutMs = 10 * 60_000;
