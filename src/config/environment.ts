import { entryOf, keyNames, type Settings } from "./keys.ts";
import { environmentLayer, mergeLayers } from "./merge.ts";
import { configError } from "./problem.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that an environment has, files aside. Throws with all that is wrong. */
export function settingsIn(env: Environment): Settings {
  const environment = environmentLayer(env);
  if (environment.problems.length > 0) throw configError(environment.problems);
  return mergeLayers({ environment }).settings;
}

/** Settings as variables that say all of them: the engine reads its environment, and knows of no files. */
export function environmentOf(settings: Settings): Record<string, string> {
  return Object.fromEntries(
    keyNames.map((key) => {
      const { kind, variable, inVariable } = entryOf(key);
      const value = settings[key];
      // An empty variable is one that is not set: those that are older than the file have no word for nothing.
      if (inVariable === undefined) return [variable, String(kind.print(value) ?? kind.word)];
      return [variable, value === null ? "" : (inVariable.print?.(value) ?? String(value))];
    }),
  );
}
