import { z } from "zod";
import { tell } from "../../../conductor/jobs/sheets/tell.ts";
import type { Accepted } from "../../contract/job.ts";
import { act } from "../method.ts";
import { environment, jobId, sheetName } from "../shared.ts";

/** Gives a sheet's agent one more instruction: it continues the same work and, where it can, the same session. */
export const sheetTell = act({
  params: { job: jobId, sheet: sheetName, text: z.string().min(1).max(200_000), environment },
  result: z.custom<Accepted>(),
  keyed: true,
  run: ({ jobs, inTurn }, asked) => inTurn(asked.job, () => tell(jobs, asked)),
});
