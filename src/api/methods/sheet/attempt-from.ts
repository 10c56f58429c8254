import { z } from "zod";
import { attemptFrom } from "../../../isolation/snapshots/show/viewer.ts";
import type { AttemptFrom } from "../../contract/sheet.ts";
import { look } from "../method.ts";
import { snapshot } from "../shared.ts";

/** The data that a new attempt needs to continue from a snapshot. */
export const sheetAttemptFrom = look({
  params: snapshot,
  result: z.custom<AttemptFrom>(),
  run: ({ report }, asked) => attemptFrom(report, asked),
});
