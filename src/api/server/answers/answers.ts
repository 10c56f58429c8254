import type { Handlers } from "../../handlers.ts";
import { diagnose } from "./diagnose.ts";
import { jobErrors } from "./errors.ts";
import { explain } from "./explain.ts";
import { history } from "./history.ts";
import { landings } from "./landings.ts";
import { readLog } from "./log.ts";
import type { AnswerParts } from "./parts.ts";
import { sheetStatus } from "./sheet-status.ts";

/** Methods that tell of a job and its sheets. */
export type Answers = Pick<
  Handlers,
  "job.errors" | "job.diagnose" | "job.history" | "job.explain" | "sheet.status" | "sheet.logs" | "landing.list"
>;

export function makeAnswers(parts: AnswerParts): Answers {
  return {
    "job.errors": (asked) => jobErrors(parts, asked),
    "job.diagnose": (asked) => diagnose(parts, asked),
    "job.history": (asked) => history(parts, asked),
    "job.explain": (asked) => explain(parts, asked),
    "sheet.status": (asked) => sheetStatus(parts, asked),
    "sheet.logs": (asked) => readLog(parts, asked),
    "landing.list": (asked) => landings(parts, asked),
  };
}
