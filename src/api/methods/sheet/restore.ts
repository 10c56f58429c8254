import { z } from "zod";
import { restoreSnapshot } from "../../../isolation/snapshots/show/viewer.ts";
import type { RestoredView } from "../../contract/sheet.ts";
import { look } from "../method.ts";
import { path, snapshot } from "../shared.ts";

/** Puts a snapshot into a folder or on a branch. */
export const sheetRestore = look({
  params: {
    ...snapshot,
    to: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("folder"), path: path.nullable() }),
      z.strictObject({ kind: z.literal("branch"), name: z.string().min(1).max(500) }),
    ]),
  },
  result: z.custom<RestoredView>(),
  run: ({ report }, asked) => restoreSnapshot(report, asked),
});
