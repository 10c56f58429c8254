import { readDocument, type ScoreDocument } from "../score/source/document.ts";
import { nearest } from "../score/source/nearest.ts";
import type { KeyPath } from "../score/source/place.ts";
import type { Recipe } from "../score/plan/recipe.ts";
import type { NotificationSettings } from "./notifications/channels.ts";
import { notificationsIn } from "./notifications/section.ts";
import type { RoutingPlan } from "../score/plan/agents/routing-plan.ts";
import { recipeIn, recipeKeys } from "./recipe.ts";
import { routingIn } from "./routing.ts";
import { entryOf, isKey, type Key, keyNames } from "./keys.ts";
import type { Value } from "./kinds.ts";
import type { ConfigProblem } from "./problem.ts";

export type Level = "user" | "project";

/** What one source says, and where. */
export interface Layer {
  readonly values: ReadonlyMap<Key, Said>;
  readonly problems: readonly ConfigProblem[];
  /** How contexts are made ready; absent: nothing was said of it. */
  readonly recipe?: Recipe;
  /** Who is told what; absent: nothing was said of it. */
  readonly notifications?: NotificationSettings;
  /** Which agent work gets that names none; absent: nothing was said of it. */
  readonly routing?: RoutingPlan;
}

export interface Said {
  readonly value: Value;
  /** The file, the variable or the option. */
  readonly where: string;
}

export interface ConfigFile {
  readonly level: Level;
  readonly path: string;
  /** Where keys of the whole machine belong. */
  readonly userPath: string;
}

/** Reads a file's text as settings. All problems are reported; the valid part is returned, for commands that only read. */
export function readLayer(text: string, file: ConfigFile): Layer {
  const read = readDocument(text);
  const problem = (at: { readonly line: number; readonly column: number }, message: string): ConfigProblem => ({
    source: "file",
    where: `${file.path}:${at.line}:${at.column}`,
    message,
  });
  // The reader is the scores'; what it says of them holds for this file too.
  if (read.kind === "unreadable")
    return {
      values: new Map(),
      problems: read.problems.map(({ at, message }) => problem(at, message.replace("a score", "this file"))),
    };
  const { document } = read;
  const values = new Map<Key, Said>();
  const problems: ConfigProblem[] = [];
  for (const { path, written } of leavesOf(document)) {
    const name = path.join(".");
    const fault = dottedFault(path) ?? faultOf(name, written, file);
    if (fault !== null)
      problems.push(
        problem(document.positionOf(path, fault.part), `${name === "" ? "" : `${name}: `}${fault.message}`),
      );
    else if (isKey(name)) values.set(name, { value: entryOf(name).kind.read(written) ?? null, where: file.path });
  }
  const { recipe, problems: wrong } = recipeIn(document, file.level);
  const told = notificationsIn(document, file.level);
  const { routing, problems: unrouted } = routingIn(document, file.level);
  problems.push(...[...wrong, ...told.problems, ...unrouted].map(({ at, message }) => problem(at, message)));
  return {
    values,
    problems,
    ...(recipe === undefined || wrong.length > 0 ? {} : { recipe }),
    ...(told.notifications === undefined ? {} : { notifications: told.notifications }),
    ...(routing === undefined ? {} : { routing }),
  };
}

interface Fault {
  readonly part: "key" | "value";
  readonly message: string;
}

function faultOf(name: string, written: unknown, { level, userPath }: ConfigFile): Fault | null {
  if (name === "") return { part: "value", message: "a map of keys is expected, such as parallel: 8" };
  if (groups.has(name))
    return {
      part: "value",
      message: `holds keys of its own, such as ${keyNames.find((key) => key.startsWith(`${name}.`)) ?? ""}`,
    };
  if (!isKey(name)) return { part: "key", message: unknownKey(name) };
  const { kind, scope } = entryOf(name);
  if (level === "project" && scope === "machine")
    return {
      part: "key",
      message: `is not for one project but for the whole machine: it belongs into ${userPath} (tutti config set ${name} <value>)`,
    };
  return kind.read(written) === undefined
    ? {
        part: "value",
        message: `must be ${kind.wanted}${kind.isSecret === true ? "" : `, not ${JSON.stringify(written)}`}`,
      }
    : null;
}

/** A dotted name would be a second way to say the same, and one file could say it twice. */
function dottedFault([first, ...rest]: KeyPath): Fault | null {
  const [group = "", leaf = ""] = String(first).split(".");
  const isDotted = rest.length === 0 && isKey(String(first)) && leaf !== "";
  return isDotted ? { part: "key", message: `write ${group}: and, indented below it, ${leaf}:` } : null;
}

/** Says which key may have been meant, also where only its group was forgotten. */
export function unknownKey(name: string): string {
  const last = name.slice(name.lastIndexOf(".") + 1);
  const leaf = nearest(last, keyNames.map(leafOf));
  const meant = nearest(name, keyNames) ?? keyNames.find((key) => leafOf(key) === leaf) ?? null;
  return `unknown key${meant === null ? "; docs/config.md has all of them" : `; did you mean ${meant}?`}`;
}

function leafOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

/** `conductor` and its like. */
const groups = new Set(keyNames.flatMap((key) => (key.includes(".") ? [key.slice(0, key.indexOf("."))] : [])));

interface Leaf {
  readonly path: KeyPath;
  readonly written: unknown;
}

/**
 * What is written at the end of each path. A group whose keys are all commented out says nothing, and so does an empty
 * file.
 */
function leavesOf({ value }: ScoreDocument): readonly Leaf[] {
  if (value === null || value === undefined) return [];
  if (!isMap(value)) return [{ path: [], written: value }];
  return Object.entries(value).flatMap(([name, held]): readonly Leaf[] => {
    if (name === "notifications" || name === "routing") return [];
    if (!groups.has(name)) return [{ path: [name], written: held }];
    if (held === null) return [];
    if (!isMap(held)) return [{ path: [name], written: held }];
    return Object.entries(held)
      .filter(([inner]) => name !== "prepare" || !recipeKeys.has(inner))
      .map(([inner, written]) => ({ path: [name, inner], written }));
  });
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
