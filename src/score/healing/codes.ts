/** A fault that rules can recognise, and what is done about it. */
export const remedyNames = {
  H01: "missing-folder",
  H02: "path-separators",
  H03: "template-name",
  H04: "stale-lock",
  H05: "missing-dependency",
  H06: "agent-login",
  H07: "disk-full",
  H08: "red-target",
  H09: "flaky-validation",
  H10: "conflict-storm",
  H11: "stuck-landing",
} as const;

export type RemedyCode = keyof typeof remedyNames;

export const remedyCodes = Object.keys(remedyNames) as [RemedyCode, ...RemedyCode[]];

/** `automatic`: remedies that change nothing a person would want to be asked about. `all`: suggested ones too. */
export const healingModes = ["automatic", "all"] as const;
export type HealingMode = (typeof healingModes)[number];

export interface HealingPlan {
  readonly mode: HealingMode;
  /** Not to be used. */
  readonly without: readonly RemedyCode[];
}
