import type { IsolationLevel, IsolationPlan, Plan } from "./plan.ts";

/** From the least apart to the most. */
export const isolationLevels = ["none", "directory", "branch", "worktree", "clone", "full"] as const satisfies readonly IsolationLevel[];

/** Whether its sheets never run side by side: they share the folder they work in. */
export function playsOneByOne({ level, per }: Pick<IsolationPlan, "level" | "per">): boolean {
  return per === "job" || isInPlace(level);
}

/** Whether agents work in the repository's own folder. */
export function isInPlace(level: IsolationLevel): boolean {
  return level === "none" || level === "branch";
}

/** Whether what the agents did reaches a branch; without contexts it is in the folder already. */
export function landsResults({ level }: Pick<IsolationPlan, "level">): boolean {
  return level !== "none";
}

/** The same plan at another level; what else it says of contexts stays. */
export function withLevel(plan: Plan, level: IsolationLevel): Plan {
  return { ...plan, isolation: { ...plan.isolation, level } };
}
