import { TuttiError } from "../base/error.ts";
import { usualPullRequestPlan } from "./landing-plan.ts";
import type { IsolationLevel, IsolationPlan, Plan } from "./plan.ts";

/** In the order in which the documentation compares them. */
export const isolationLevels = ["none", "directory", "branch", "worktree", "clone", "full"] as const satisfies readonly IsolationLevel[];

/** Whether its sheets never run side by side: they share the folder they work in. */
export function playsOneByOne({ level, per }: Pick<IsolationPlan, "level" | "per">): boolean {
  return per === "job" || isInPlace(level);
}

/** Whether agents work in the repository's own folder. */
export function isInPlace(level: IsolationLevel): boolean {
  return level === "none";
}

/** Whether each context is on a branch of its own, which a good result gets in the user's repository. */
export function hasBranch(level: IsolationLevel): boolean {
  return level === "branch" || level === "full";
}

/** Whether what the agents did reaches a branch; without contexts it is in the folder already. */
export function landsResults({ level }: Pick<IsolationPlan, "level">): boolean {
  return !isInPlace(level);
}

/** Why a plan that opens pull requests can't be played at a level; `null`: it can. */
export function proposalFault(level: IsolationLevel): string | null {
  return isInPlace(level) ? `can't be had with isolation ${level}: agents work in the repository itself, and a pull request needs a context` : null;
}

/** The same plan at another level; what else it says of contexts stays. */
export function withLevel(plan: Plan, level: IsolationLevel): Plan {
  const fault = plan.landing.pullRequest === null ? null : proposalFault(level);
  if (fault !== null) {
    const hint = "Play it at a level with contexts, or take pull_request out of the score.";
    throw new TuttiError("score.invalid", `landing.pull_request ${fault}`, { audience: "user", hint });
  }
  return { ...plan, isolation: { ...plan.isolation, level } };
}

/** The same plan with pull requests; what it says of them already stays. */
export function withPullRequest(plan: Plan, { draft }: { readonly draft: boolean }): Plan {
  const said = plan.landing.pullRequest ?? usualPullRequestPlan;
  const landing = { ...plan.landing, push: null, pullRequest: { ...said, draft: draft || said.draft } };
  return withLevel({ ...plan, landing }, plan.isolation.level);
}
