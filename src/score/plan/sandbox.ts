/**
 * How agents and the programs that run their work are confined, from weakest to strongest. `write`: they write only
 * what is theirs. `strict`: they also read only the system, their tools and what is theirs.
 */
export const sandboxLevels = ["off", "write", "strict"] as const;

export type SandboxLevel = (typeof sandboxLevels)[number];
export type ConfinedLevel = Exclude<SandboxLevel, "off">;

/** `auto`: `write` where it holds and honest work goes on under it, else `off`. */
export const sandboxChoices = ["auto", ...sandboxLevels] as const;
export type SandboxChoice = (typeof sandboxChoices)[number];

/** A score may ask for more than the settings of the machine, never for less. */
export function strictest(one: SandboxLevel, other: SandboxLevel): SandboxLevel {
  return sandboxLevels.indexOf(one) >= sandboxLevels.indexOf(other) ? one : other;
}

/** How far a program reaches beyond its files. Absent: the network of the machine. */
export type NetworkPlan = "off" | readonly string[];

export interface ConfinedPlan {
  /** The layers of the machine that confine its programs: without one of them, none is started. Absent: not settled. */
  readonly layers?: readonly string[];
  readonly network?: NetworkPlan;
  /** How `prepare.commands` are confined; absent: as the agents. */
  readonly prepare?: SandboxLevel;
  /** The conductor keeps the key of the model's provider. */
  readonly hasBrokeredKeys?: true;
}
