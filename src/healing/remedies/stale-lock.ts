import { branchName } from "../../base/text.ts";
import type { Proposal, Remedy } from "../remedy.ts";

/** A git that was killed left its lock in the checkout, so nothing can land there. */
export const staleLock: Remedy = {
  code: "H04",
  evidence: ({ staleLock: lock, rest, job }) => {
    if (lock === null) return [];
    const { diverted, target } = job;
    if (rest.kind === "paused") return [lockProposal(lock, "go on with the job")];
    if (diverted === null) return [lockProposal(lock)];
    const merge = `git merge ${diverted.branch}`;
    return [lockProposal(lock, `then you bring the results to ${branchName(target ?? "")}: ${merge}`)];
  },
};

/** `next`: the step after it. */
export function lockProposal(lock: string, ...next: readonly string[]): Proposal {
  return {
    code: "H04",
    kind: "suggested",
    sheets: [],
    what: `${lock} is left over: no git is at work in the repository, and it has not changed for a minute`,
    steps: [`move ${lock} aside`, ...next],
    act: { lock, then: "go-on" },
  };
}
