import { z } from "zod";
import { readLog } from "../../../conductor/report/log/log.ts";
import type { LogPiece } from "../../contract/sheet.ts";
import { look } from "../method.ts";
import { sheetName, whichJob } from "../shared.ts";

/**
 * A piece of what an attempt, one of its validations or a gate printed; by default of the last attempt. `offset` below 0
 * counts from the end.
 */
export const sheetLogs = look({
  params: {
    ...whichJob,
    sheet: sheetName,
    attempt: z.number().int().min(1).max(100_000).optional(),
    stream: z.enum(["stdout", "stderr", "prompt"]).default("stdout"),
    validation: z.number().int().min(1).max(100_000).optional(),
    gate: z.string().min(1).max(1_000).optional(),
    preparation: z.literal(true).optional(),
    offset: z.number().int().default(0),
    limit: z.number().int().min(1).max(1_000_000).default(100_000),
    bytes: z.literal(true).optional(),
  },
  result: z.custom<LogPiece | null>(),
  run: ({ report }, asked) => readLog(report, asked),
});
