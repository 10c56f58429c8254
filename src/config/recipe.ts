import { recipeOf } from "../score/build/recipe.ts";
import type { Recipe } from "../score/plan/recipe.ts";
import { prepare } from "../score/schema/contexts/prepare.ts";
import type { ScoreDocument } from "../score/source/document.ts";
import { problemsOf } from "../score/source/issues.ts";
import type { KeyPath, Position } from "../score/source/place.ts";

/** How contexts are made ready, as a file of settings says it; it has the words of scores. */
export interface RecipeRead {
  readonly recipe: Recipe | undefined;
  readonly problems: readonly { readonly at: Position; readonly message: string }[];
}

export const recipeKeys: ReadonlySet<string> = new Set(Object.keys(prepare.shape));

export function recipeIn(document: ScoreDocument, level: "user" | "project"): RecipeRead {
  const said = Object.entries(heldIn(document.value, "prepare")).filter(([key]) => recipeKeys.has(key));
  if (said.length === 0) return { recipe: undefined, problems: [] };
  const checked = prepare.safeParse(Object.fromEntries(said));
  if (!checked.success) {
    const issues = checked.error.issues.map((issue) => ({ ...issue, path: ["prepare", ...issue.path] }));
    const problems = problemsOf(issues, document);
    return {
      recipe: undefined,
      problems: problems.map(({ at, path, message }) => ({ at, message: `${path.join(".")}: ${message}` })),
    };
  }
  const problems: { at: Position; message: string }[] = [];
  const wrong = (path: KeyPath, message: string): void => {
    problems.push({ at: document.positionOf(path, "value"), message: `${path.join(".")}: ${message}` });
  };
  const recipe = recipeOf(checked.data, wrong);
  // It comes with what is cloned: it must not be able to ask for keys of the user's.
  for (const [name, value] of Object.entries(level === "project" ? (recipe.environment ?? {}) : {}))
    if (typeof value !== "string")
      wrong(["prepare", "environment", name], "a project can't ask for a variable of your terminal; a score can");
  return { recipe, problems };
}

function heldIn(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const held: unknown = isMap(value) ? value[key] : undefined;
  return isMap(held) ? held : {};
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
