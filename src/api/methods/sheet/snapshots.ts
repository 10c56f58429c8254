import { z } from "zod";
import { listKept } from "../../../isolation/snapshots/show/viewer.ts";
import type { SnapshotsView } from "../../contract/sheet.ts";
import { look } from "../method.ts";
import { snapshot } from "../shared.ts";

/** Lists the kept work. */
export const sheetSnapshots = look({
  params: snapshot,
  result: z.custom<SnapshotsView>(),
  run: ({ report }, asked) => listKept(report, asked),
});
