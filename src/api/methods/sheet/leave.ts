import { z } from "zod";
import { leaveSheet, requireVisit } from "../../../conductor/jobs/sheets/leave.ts";
import type { Left } from "../../contract/sheet.ts";
import { act } from "../method.ts";

/** The person has left: the content of the context is captured. */
export const sheetLeave = act({
  params: { token: z.string().min(1).max(200) },
  result: z.custom<Left>(),
  keyed: true,
  run: async ({ jobs, inTurn }, asked) => {
    const visit = await requireVisit(jobs, asked.token);
    return inTurn(visit.job, () => leaveSheet(jobs, visit));
  },
});
