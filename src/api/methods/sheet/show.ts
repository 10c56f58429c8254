import { z } from "zod";
import { showSnapshot } from "../../../isolation/snapshots/show/diff.ts";
import type { ShownSnapshot } from "../../contract/sheet.ts";
import { look } from "../method.ts";
import { snapshot } from "../shared.ts";

/** The content of a snapshot. */
export const sheetShow = look({
  params: snapshot,
  result: z.custom<ShownSnapshot>(),
  run: ({ report }, asked) => showSnapshot(report, asked),
});
