import { readSmall } from "../base/files/read-small.ts";
import { type Recipe, recipeOver } from "../score/plan/recipe.ts";
import type { NotificationSettings } from "./notifications/channels.ts";
import { noNotifications } from "./notifications/section.ts";
import type { RoutingPlan } from "../score/plan/agents/routing-plan.ts";
import type { Settings } from "./keys.ts";
import { type ConfigFile, type Layer, type Level, readLayer } from "./layer.ts";
import { environmentLayer, type Flag, flagLayer, mergeLayers, origins, type SettingRow } from "./merge.ts";
import { projectConfigPath, userConfigPath } from "./files/places.ts";
import { configError, type ConfigProblem } from "./problem.ts";

/** Where settings come from. */
export interface Sources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of the checkout whose settings count too; `null` for those of the machine alone. */
  readonly project: string | null;
  readonly flags?: readonly Flag[];
}

export interface SettingsRead {
  readonly settings: Settings;
  readonly rows: readonly SettingRow[];
  readonly files: readonly FoundFile[];
  /** How the project's and the user's file want contexts to be made ready. */
  readonly recipe: Recipe | undefined;
  /** Who is told what, as the user's own file says it. */
  readonly notifications: NotificationSettings;
  /** Which agent work gets that names none: the project's word, else the user's. */
  readonly routing: RoutingPlan | undefined;
}

export interface FoundFile {
  readonly level: Level;
  readonly path: string;
  readonly isThere: boolean;
}

/** Reads all settings, or throws with all that is wrong with them: nothing is applied by half. */
export async function readSettings(sources: Sources): Promise<SettingsRead> {
  const { problems, ...read } = await lookAtSettings(sources);
  if (problems.length > 0) throw configError(problems);
  return read;
}

/** The same with the problems; invalid settings are omitted. */
export async function lookAtSettings({
  env,
  project,
  flags = [],
}: Sources): Promise<SettingsRead & { readonly problems: readonly ConfigProblem[] }> {
  const userPath = userConfigPath(env);
  const user = await readFileLayer({ level: "user", path: userPath, userPath });
  const theirs =
    project === null
      ? null
      : await readFileLayer({ level: "project", path: await projectConfigPath(project), userPath });
  const layers = {
    user: user.layer,
    ...(theirs === null ? {} : { project: theirs.layer }),
    environment: environmentLayer(env),
    flag: flagLayer(flags),
  };
  const problems = origins.flatMap((origin) =>
    origin in layers ? (layers[origin as keyof typeof layers]?.problems ?? []) : [],
  );
  const recipe = recipeOver(theirs?.layer.recipe, user.layer.recipe);
  const routing = theirs?.layer.routing ?? user.layer.routing;
  return {
    ...mergeLayers(layers),
    recipe,
    routing,
    notifications: user.layer.notifications ?? noNotifications,
    problems,
    files: [user.found, ...(theirs === null ? [] : [theirs.found])],
  };
}

const nothing: Layer = { values: new Map(), problems: [] };

/** What one file says; one that is not there says nothing. */
export async function readFileLayer(file: ConfigFile): Promise<{ readonly layer: Layer; readonly found: FoundFile }> {
  const { level, path } = file;
  const read = await readSmall(path);
  if (read.kind === "absent") return { layer: nothing, found: { level, path, isThere: false } };
  const found = { level, path, isThere: true };
  if (read.kind === "unreadable")
    return {
      layer: { ...nothing, problems: [{ source: "file", where: path, message: `can't be read: ${read.why}` }] },
      found,
    };
  return { layer: readLayer(read.text, file), found };
}
