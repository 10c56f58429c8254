/** What this terminal has; the conductor takes of it what agents may have. */
export function environmentHere(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
