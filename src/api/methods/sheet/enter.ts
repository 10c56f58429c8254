import { z } from "zod";
import { enterSheet } from "../../../conductor/jobs/sheets/enter.ts";
import type { Entered } from "../../contract/sheet.ts";
import { act } from "../method.ts";
import { environment, jobId, sheetName } from "../shared.ts";

/**
 * Gives a person a sheet's context, exclusively. `visitor`: the process that lives as long as the person stays, as `ownerName`
 * writes it; once it is dead the visit is over.
 */
export const sheetEnter = act({
  params: {
    job: jobId,
    sheet: sheetName,
    what: z.enum(["agent", "shell"]),
    visitor: z.string().max(200),
    environment,
  },
  result: z.custom<Entered>(),
  keyed: false,
  run: ({ jobs, inTurn }, asked) => inTurn(asked.job, () => enterSheet(jobs, asked)),
});
