import { entryOf, type Key, keyNames, type Settings } from "./keys.ts";
import type { Value } from "./kinds.ts";
import type { Layer, Said } from "./layer.ts";
import { configError, type ConfigProblem } from "./problem.ts";

/** One setting, what it is and who said so; the value is as it would be written. */
export interface SettingRow {
  readonly key: Key;
  readonly value: Value;
  readonly origin: Origin;
  readonly where: string | null;
}

/** Who may say something, the weakest first. */
export const origins = ["built-in", "user", "project", "environment", "flag"] as const;
export type Origin = (typeof origins)[number];

export type Layers = Readonly<Partial<Record<Origin, Layer>>>;

/** The strongest word on every key. */
export function mergeLayers(layers: Layers): { readonly settings: Settings; readonly rows: readonly SettingRow[] } {
  const values: Partial<Record<Key, Value>> = {};
  const rows = keyNames.map((key): SettingRow => {
    const { kind, default: usual } = entryOf(key);
    const origin = origins.findLast((name) => layers[name]?.values.has(key) === true) ?? "built-in";
    const said = layers[origin]?.values.get(key);
    const value = said === undefined ? usual : said.value;
    values[key] = value;
    return { key, value: kind.print(value), origin, where: said?.where ?? null };
  });
  return { settings: values as Settings, rows };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of an environment alone, without files. Throws with all that is wrong. */
export function settingsIn(env: Environment): Settings {
  const environment = environmentLayer(env);
  if (environment.problems.length > 0) throw configError(environment.problems);
  return mergeLayers({ environment }).settings;
}

/** An environment with another one's word on a key, where it has none of its own. */
export function withVariable(key: Key, env: Environment, other: Environment): Environment {
  const { variable } = entryOf(key);
  return { [variable]: other[variable], ...env };
}

/** What the environment says. An empty variable is one that is not set, as everywhere in a shell. */
export function environmentLayer(env: Environment): Layer {
  const values = new Map<Key, Said>();
  const problems: ConfigProblem[] = [];
  for (const key of keyNames) {
    const { kind, inVariable, variable } = entryOf(key);
    const text = (env[variable] ?? "").trim();
    if (text === "") continue;
    const { readText, wanted } = inVariable ?? kind;
    const value = readText(text);
    if (value === undefined)
      problems.push({
        source: "environment",
        where: variable,
        message: `${kind.isSecret === true ? "" : `is ${JSON.stringify(text)}; it `}must be ${wanted}`,
      });
    else values.set(key, { value, where: variable });
  }
  return { values, problems };
}

/** What the command line says, as text. */
export interface Flag {
  readonly key: Key;
  readonly text: string;
  /** As it is typed: `--parallel`. */
  readonly option: string;
}

export function flagLayer(flags: readonly Flag[]): Layer {
  const values = new Map<Key, Said>();
  const problems: ConfigProblem[] = [];
  for (const { key, text, option } of flags) {
    const { kind } = entryOf(key);
    const value = kind.readText(text);
    if (value === undefined)
      problems.push({
        source: "flag",
        where: option,
        message: `${kind.isSecret === true ? "" : `is ${JSON.stringify(text)}; it `}must be ${kind.wanted}`,
      });
    else values.set(key, { value, where: option });
  }
  return { values, problems };
}
