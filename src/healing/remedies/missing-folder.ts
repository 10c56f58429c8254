import { listOf } from "../../base/text.ts";
import type { Remedy } from "../remedy.ts";

/** A file was to be written into a missing folder of the workspace. */
export const missingFolder: Remedy = {
  code: "H01",
  evidence: ({ failed }) =>
    failed.flatMap(({ id, missingFolders }) =>
      missingFolders.slice(0, 1).map((folder) => ({
        code: "H01",
        kind: "automatic" as const,
        sheets: [id],
        what: `${id} failed, and ${listOf(missingFolders)}, where it was to write, does not exist`,
        steps: [`make the folder ${folder}`, `try ${id} once more`],
        act: { folder, then: "retry" },
      })),
    ),
};
