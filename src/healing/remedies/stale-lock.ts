import type { Remedy } from "../remedy.ts";

/** A git that was killed left its lock in the checkout, so nothing can land there. */
export const staleLock: Remedy = {
  code: "H04",
  evidence: ({ staleLock: lock, rest }) =>
    lock === null
      ? []
      : [
          {
            code: "H04",
            kind: "suggested",
            sheets: [],
            what: `${lock} is left over: no git is at work in the repository, and it has not changed for a minute`,
            steps: [`move ${lock} aside`, ...(rest.kind === "paused" ? ["go on with the job"] : [])],
            act: { lock, then: "go-on" },
          },
        ],
};
