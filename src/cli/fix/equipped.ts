import { prepared, type Workshop } from "../../fix/collect/workshop.ts";
import { containerPlan } from "../../score/build/container.ts";
import { recipeOf } from "../../score/build/recipe.ts";
import { levels } from "../../score/plan/levels.ts";
import { defaultsAt, levelAt, secretsAt, type Workplace } from "../repositories/workplace.ts";

/** Tools find what agents will find: the environment's image, variables, secrets and prepared files. */
export async function equipped(workshop: Workshop, workplace: Workplace): Promise<Workshop> {
  const { prepare: written = {}, container: image } = (await defaultsAt(workplace)) ?? {};
  const container = (await isApart(workplace)) && image !== undefined ? containerPlan(image) : undefined;
  const recipe = { ...recipeOf(written, () => undefined), ...(container === undefined ? {} : { container }) };
  return prepared(workshop, recipe, await secretsAt(workplace));
}

export async function isApart(workplace: Workplace): Promise<boolean> {
  const level = await levelAt(workplace, undefined);
  return level !== undefined && levels[level].hasContainer;
}
