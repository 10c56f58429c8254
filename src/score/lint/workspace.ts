import { resolvedPath } from "../paths.ts";
import type { Look } from "./look.ts";

/** The workspace is made with all folders above it, so a slip of the pen in its path would go unnoticed. */
export function lintWorkspace({ plan, source, report }: Look): void {
  if (plan.workspace === null || source.files === undefined) return;
  const parent = resolvedPath(plan.workspace, "..");
  if (parent !== source.baseDir && !source.files.exists(parent))
    report("V002", ["workspace"], `the folder ${parent} is not there; it is made when the job starts`);
}
