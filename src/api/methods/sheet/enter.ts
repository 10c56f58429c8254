import { z } from "zod";
import { enterSheet } from "../../../conductor/jobs/sheets/enter.ts";
import type { Entered } from "../../contract/sheet.ts";
import { act } from "../method.ts";
import { environment, jobId, sheetName } from "../shared.ts";

/**
 * Gives a person a sheet's context, exclusively. `visitor`: the process that lives as long as the person stays, as `ownerName`
 * writes it; once it is dead the visit is over. `exportsTo`: where an agent that tells its usage in no other way may
 * send it; the client writes it to the file of $TUTTI_EVENTS. `hasTerminal`: the program's input and output are a
 * terminal, which a container has to be told.
 */
export const sheetEnter = act({
  params: {
    job: jobId,
    sheet: sheetName,
    what: z.enum(["agent", "shell"]),
    visitor: z.string().max(200),
    environment,
    exportsTo: z
      .string()
      .regex(/^http:\/\/127\.0\.0\.1:\d{1,5}\/[0-9a-f]{32}$/)
      .optional(),
    hasTerminal: z.boolean().optional(),
  },
  result: z.custom<Entered>(),
  keyed: false,
  run: ({ jobs, inTurn }, asked) => inTurn(asked.job, () => enterSheet(jobs, asked)),
});
