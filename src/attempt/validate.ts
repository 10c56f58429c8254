import { runValidations } from "../checks/validate.ts";
import type { Attempt } from "../conductor/hands.ts";
import { emptyScene } from "../score/resolve/scene.ts";
import { checkParts, checkPlace } from "./checking.ts";
import { type Equipment, workspaceOf } from "./equipment.ts";

/** Runs a sheet's validations on a folder. */
export async function validate(
  equipment: Equipment,
  attempt: Attempt,
  looked: Parameters<typeof checkPlace>[2],
): ReturnType<typeof runValidations> {
  const scene = emptyScene(workspaceOf(equipment, attempt.job), looked.folder);
  const validations = equipment.resolverOf(attempt.job.plan).validations(attempt.sheet, scene);
  return runValidations(checkParts(equipment), validations, await checkPlace(equipment, attempt, looked));
}
