import { z } from "zod";
import { diffSnapshot } from "../../../isolation/snapshots/show/diff.ts";
import type { DiffView } from "../../contract/sheet.ts";
import { look } from "../method.ts";
import { snapshot } from "../shared.ts";

/** The changes of a snapshot. */
export const sheetDiff = look({
  params: { ...snapshot, withText: z.boolean().default(true) },
  result: z.custom<DiffView>(),
  run: ({ report }, asked) => diffSnapshot(report, asked),
});
