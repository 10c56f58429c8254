import type { TemplateVariables } from "../template/variables.ts";
import type { CommandTemplate } from "./command.ts";
import type { ContainerPlan } from "./container.ts";

/** How contexts are made ready before anything runs in them. A key that is absent was not said. */
export interface Recipe {
  /** Patterns, as in `.gitignore`, of ignored files of the checkout that contexts get a copy of. */
  readonly include?: readonly string[];
  /** Run in this order in each new context. */
  readonly commands?: readonly RecipeCommand[];
  /** Variables of all programs in a context. */
  readonly environment?: Readonly<Record<string, RecipeValue>>;
  /** How many ports a context has for itself. */
  readonly ports?: number;
  /** Run in this order when a context is left. */
  readonly teardown?: readonly RecipeCommand[];
  /** Where all programs in a context run, the commands of the recipe included. Of level `container` only. */
  readonly container?: ContainerPlan;
}

export interface RecipeCommand {
  readonly command: CommandTemplate;
  readonly timeoutMs: number;
  /** Globs of the files that its result depends on; `null`: the usual lock files. */
  readonly inputs: readonly string[] | null;
}

/** A template, or the name of a variable of the terminal that the job came from: its value is never written down. */
export type RecipeValue = string | { readonly from: string };

/** The stronger one's keys go before the other's; variables are added by name. */
export function recipeOver(strong: Recipe | undefined, weak: Recipe | undefined): Recipe | undefined {
  if (strong === undefined || weak === undefined) return strong ?? weak;
  const environment = { ...weak.environment, ...strong.environment };
  return { ...weak, ...strong, ...(Object.keys(environment).length === 0 ? {} : { environment }) };
}

/** Whether something has to be done in a context, beyond copying files into it. */
export function isActive({
  commands = [],
  environment = {},
  ports = 0,
  teardown = [],
  container,
}: Recipe = {}): boolean {
  return container !== undefined || commands.length + Object.keys(environment).length + ports + teardown.length > 0;
}

/** The preparation of folders that belong to no sheet: those of gates. */
export interface SharedRecipe {
  readonly recipe: Recipe;
  readonly name: string;
  readonly variables: TemplateVariables;
}

/** Of a plan. */
export function sharedRecipe({
  prepare: recipe,
  ...plan
}: Omit<SharedRecipe, "recipe"> & { readonly prepare?: Recipe }): SharedRecipe | undefined {
  return recipe === undefined ? undefined : { recipe, name: plan.name, variables: plan.variables };
}
