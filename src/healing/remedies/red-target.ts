import { branchName } from "../../base/text.ts";
import { landingRef } from "../../sheet/job.ts";
import type { Remedy } from "../remedy.ts";

/** A gate fails on the target itself: a gate that is not stable passes the second time, any other needs a person. */
export const redTarget: Remedy = {
  code: "H08",
  evidence: ({ job, rest }) => {
    if (rest.kind !== "paused" || rest.cause?.kind !== "broken" || rest.cause.code !== "landing.target_red") return [];
    const target = branchName(landingRef(job) ?? "");
    return [
      {
        code: "H08",
        kind: "suggested",
        sheets: [],
        what: `gates fail on ${target} as it is, so nothing can land there`,
        steps: [`forget what the gates said and run them on ${target} once more`, "go on with the job if they pass"],
        act: { forgetGates: true, then: "go-on" },
      },
    ];
  },
};
