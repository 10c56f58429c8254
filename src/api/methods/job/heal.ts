import { z } from "zod";
import { applyRemedy, undoRemedy } from "../../../healing/apply.ts";
import { remedyCodes } from "../../../score/healing/codes.ts";
import type { Healed } from "../../contract/answers.ts";
import { act } from "../method.ts";
import { jobId } from "../shared.ts";

/** Uses a remedy that `job.diagnose` offers, or takes one back that was used. */
export const jobHeal = act({
  params: {
    job: jobId,
    what: z.union([z.strictObject({ apply: z.enum(remedyCodes) }), z.strictObject({ undo: z.int().positive() })]),
  },
  result: z.custom<Healed>(),
  keyed: true,
  run: ({ jobs, healer, inTurn }, { job, what }) =>
    inTurn(job, () =>
      "apply" in what
        ? applyRemedy(jobs, healer, { job, code: what.apply })
        : undoRemedy(jobs, healer, { job, number: what.undo }),
    ),
});
