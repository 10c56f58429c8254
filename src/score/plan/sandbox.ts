/**
 * How agents and the programs that run their work are confined, from weakest to strongest. `write`: they write only
 * what is theirs. `strict`: they also read only the system, their tools and what is theirs.
 */
export const sandboxLevels = ["off", "write", "strict"] as const;

export type SandboxLevel = (typeof sandboxLevels)[number];

/** A score may ask for more than the settings of the machine, never for less. */
export function strictest(one: SandboxLevel, other: SandboxLevel): SandboxLevel {
  return sandboxLevels.indexOf(one) >= sandboxLevels.indexOf(other) ? one : other;
}
