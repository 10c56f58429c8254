import type { ProjectView } from "../../findings/tool.ts";
import { batchesOf } from "../batches.ts";
import type { Choice } from "./chosen.ts";
import { chooseModules } from "./modules.ts";
import { choosePython } from "./python/choose.ts";
import type { RelatedRequest } from "./request.ts";

/**
 * The tests that the changed paths affect, as far as the runner or the imports tell; all of them wherever that is in
 * doubt.
 */
export function chooseTests(runner: RelatedRequest["runner"], changed: readonly string[], view: ProjectView): Choice {
  if (changed.length === 0) return { kind: "none", why: "nothing changed" };
  const choice = runner === "pytest" ? choosePython(changed, view) : chooseModules(runner, changed, view);
  if (choice.kind !== "some" || batchesOf(choice.args, []).length <= 1) return choice;
  return { kind: "full", why: "more files are affected than fit into one command" };
}
