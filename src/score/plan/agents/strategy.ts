/** How much a prompt says: each says all that the one before it says, and more. */
export type Strategy = "minimal" | "normal" | "detailed" | "verbose";

export const strategies = ["minimal", "normal", "detailed", "verbose"] as const satisfies readonly Strategy[];
