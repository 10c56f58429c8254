import { parseDocument } from "yaml";
import { TuttiError } from "../base/error.ts";
import { firstLines } from "../base/text.ts";
import { readDocument } from "../score/source/document.ts";
import { problemsOf } from "../score/source/issues.ts";
import { type IsolationLevel, levels } from "../score/plan/levels.ts";
import { inOrder, pathText } from "../score/source/problem.ts";
import { type Environment, environment, environmentVersion } from "./schema.ts";

/** An environment as its file says it. */
export interface ReadEnvironment {
  readonly name: string;
  readonly environment: Environment;
  /** The same as it is written: parts of it go into scores, which read it again. */
  readonly written: WrittenEnvironment;
}

/** Known to fit the schema. */
export type WrittenEnvironment = Readonly<Record<string, unknown>>;

/** Fit for a folder on every disk. */
const namePattern = /^[a-z\d]+(?:-[a-z\d]+)*$/;

export function requireName(name: string): void {
  if (namePattern.test(name) && name.length <= 60) return;
  throw new TuttiError(
    "environment.invalid",
    `${JSON.stringify(name.slice(0, 80))} can't be the name of an environment`,
    {
      audience: "user",
      hint: "Use lower case letters, digits and single hyphens, at most 60.",
    },
  );
}

/** Throws one error that says all that is wrong, with line and column. */
export function readEnvironment(name: string, text: string, path: string): ReadEnvironment {
  const opened = readDocument(text);
  if (opened.kind === "unreadable")
    throw invalid(
      path,
      opened.problems.map(({ at, message }) => lineOf(path, at, message)),
    );
  const { document } = opened;
  const { version } = (document.value ?? {}) as { readonly version?: unknown };
  if (typeof version === "number" && version > environmentVersion)
    throw invalid(path, [lineOf(path, document.positionOf(["version"], "value"), "version: written by a newer Tutti")]);
  const parsed = environment.safeParse(document.value ?? {});
  if (!parsed.success)
    throw invalid(
      path,
      inOrder(problemsOf(parsed.error.issues, document)).map(({ at, path: keys, message }) =>
        lineOf(path, at, keys.length === 0 ? message : `${pathText(keys)}: ${message}`),
      ),
    );
  const faults = faultsOf(parsed.data);
  if (faults.length > 0)
    throw invalid(
      path,
      faults.map(([key, why]) => lineOf(path, document.positionOf([key], "key"), `${key}: ${why}`)),
    );
  return { name, environment: parsed.data, written: document.value as WrittenEnvironment };
}

/** What the keys say together. */
function faultsOf({
  variables = {},
  secrets = {},
  mounts = [],
  ...said
}: Environment): readonly (readonly [string, string])[] {
  const both = Object.keys(secrets).find((name) => name in variables);
  const reserved = Object.keys(variables).find((name) => name.startsWith("TUTTI_"));
  const places = mounts.map(({ to }) => to);
  const twice = places.find((place, at) => places.indexOf(place) !== at);
  const isRemote = said.repository?.includes(":") === true;
  return [
    ...(both === undefined ? [] : [["secrets", `${both} is a variable, too`] as const]),
    ...(reserved === undefined ? [] : [["variables", "names that begin with TUTTI_ are Tutti's"] as const]),
    ...(said.repository === undefined || isRemote || /^(?:\/|~\/)/.test(said.repository)
      ? []
      : [["repository", "must be an address, or an absolute folder"] as const]),
    ...(twice === undefined ? [] : [["mounts", `two of them are at ${twice}`] as const]),
    ...containerFaults(said, mounts.length > 0),
    ...(["forge", "branch_prefix"] as const)
      .filter((key) => said[key] !== undefined && !isRemote)
      .map((key) => [key, "needs a repository that is the address of a remote"] as const),
  ];
}

/** Work that asked for a container never runs without one. */
function containerFaults(
  { image, isolation, pull, network, ports, limits = {} }: Omit<Environment, "mounts">,
  hasMounts: boolean,
): readonly (readonly [string, string])[] {
  if (isolation !== undefined && !levels[isolation].hasContainer && image !== undefined)
    return [["image", `can't be used with isolation: ${isolation}`]];
  if (image !== undefined || isolation === "container") return [];
  const { memory, cpus, pids } = limits;
  const keys: readonly (readonly [string, boolean])[] = [
    ["mounts", hasMounts],
    ["pull", pull !== undefined],
    ["network", network !== undefined],
    ["ports", Array.isArray(ports)],
    ["limits", [memory, cpus, pids].some((limit) => limit !== undefined)],
  ];
  return keys.flatMap(([key, isSaid]) => (isSaid ? [[key, "is of a container, and there is no image"] as const] : []));
}

/** The level of contexts; an image alone asks for containers. */
export function levelOf({ isolation, image }: Environment): IsolationLevel | undefined {
  return isolation ?? (image === undefined ? undefined : "container");
}

/** The text with some keys set or removed; comments and order stay. Values are read as YAML. */
export function editedText(text: string, set: readonly string[], unset: readonly string[]): string {
  const document = parseDocument(text);
  for (const assignment of set) {
    const equals = assignment.indexOf("=");
    if (equals < 1)
      throw new TuttiError("cli.usage", `--set ${JSON.stringify(assignment)} has no key and value`, {
        audience: "user",
        hint: "Write it as --set base=main, or --set limits.parallel=4.",
      });
    document.setIn(assignment.slice(0, equals).split("."), parseDocument(assignment.slice(equals + 1)).toJS());
  }
  for (const key of unset) document.deleteIn(key.split("."));
  return document.toString({ lineWidth: 0 });
}

function lineOf(path: string, at: { readonly line: number; readonly column: number }, message: string): string {
  return `${path}:${String(at.line)}:${String(at.column)} ${message}`;
}

function invalid(path: string, lines: readonly string[]): TuttiError {
  return new TuttiError(
    "environment.invalid",
    [`${path} is not a valid environment:`, ...firstLines([...new Set(lines)])].join("\n  "),
    { audience: "user", hint: "docs/environments.md describes every key." },
  );
}
