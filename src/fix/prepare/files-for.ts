import { gitignoreMatcher } from "../../base/gitignore.ts";
import { linesBelow } from "../../base/gitignore-words.ts";
import type { PreparedTool } from "../model.ts";

/** Files for a tool that has no word for everything: all of the project that it looks at. */
export function filesFor(files: readonly string[]): (tool: PreparedTool) => readonly string[] | null {
  return ({ reach, everything, looksAt, folder }) =>
    reach === "file" && everything.length === 0 ? files.filter(gitignoreMatcher(linesBelow(folder, looksAt))) : null;
}
