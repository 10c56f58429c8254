import { get, jsonIn, record } from "../../findings/formats/json.ts";
import type { ProjectView } from "../../findings/tool.ts";
import { type DetectedTests, type LocateProgram, type TestSign, quickCommand, unusable } from "../test-command.ts";

type ScriptRunner = "vitest" | "jest";
type Argv = readonly [string, ...string[]];

/** A runner may be installed at the top for packages below. */
export function packageSign(view: ProjectView): TestSign | null {
  const manifest = manifestOf(view);
  const script = manifest === null ? null : scriptOf(manifest);
  if (manifest === null || script !== null) return script === null ? null : { because: becauseScript, isFirm: true };
  const runner = runnerOf(view, manifest, "");
  return runner === null
    ? null
    : { because: `${runner} is configured`, isFirm: configuredIn(view, manifest).length > 0 };
}

const becauseScript = "the script test of package.json";

/** The script, else the configured runner. */
export async function packageTests(view: ProjectView, located: LocateProgram): Promise<DetectedTests | null> {
  const manifest = manifestOf(view);
  if (manifest === null) return null;
  const script = scriptOf(manifest);
  const runner = runnerOf(view, manifest, script ?? "");
  if (script === null && runner === null) return null;
  const program = runner === null ? null : await located(runner, "node");
  const full = script === null ? null : await starterOf(view, located);
  const name = script === null ? (runner ?? "") : "npm test";
  const because = script === null ? `${name} is configured` : becauseScript;
  if (full?.kind === "missing") return unusable(name, because, full);
  if (full === null && program?.kind === "missing") return unusable(name, because, program);
  const found = program?.kind === "found" ? program.argv : null;
  const command = full?.argv ?? (found === null ? null : directly(runner, found));
  if (command === null) return null;
  const quick = runner === null || found === null ? null : quickCommand({ runner, program: found, full: command });
  return { kind: "usable", name, command, quick, because };
}

/** On a terminal, Vitest would watch. */
function directly(runner: ScriptRunner | null, program: Argv): Argv {
  return runner === "vitest" ? [...program, "run"] : program;
}

type Manifest = Readonly<Record<string, unknown>>;

function manifestOf(view: ProjectView): Manifest | null {
  return record(jsonIn(view.read("package.json") ?? ""));
}

/** Not the placeholder of `npm init`. */
function scriptOf(manifest: Manifest): string | null {
  const script = get(manifest, "scripts", "test");
  return typeof script === "string" && script.trim() !== "" && !script.includes("no test specified") ? script : null;
}

/** By the script, else by configuration, else by dependencies. */
function runnerOf(view: ProjectView, manifest: Manifest, script: string): ScriptRunner | null {
  const said = runners.filter((runner) => new RegExp(`\\b${runner}\\b`).test(script));
  const configured = configuredIn(view, manifest);
  const installed = runners.filter((runner) =>
    dependencyTables.some((table) => get(manifest, table, runner) !== undefined),
  );
  return [said, configured, installed].find((found) => found.length > 0)?.[0] ?? null;
}

function configuredIn(view: ProjectView, manifest: Manifest): readonly ScriptRunner[] {
  return runners.filter(
    (runner) => get(manifest, runner) !== undefined || view.files.some((path) => path.startsWith(`${runner}.config.`)),
  );
}

const runners: readonly ScriptRunner[] = ["vitest", "jest"];
const dependencyTables = ["devDependencies", "dependencies"];

/** The package manager of the lock file, else npm, which runs any package's script. */
async function starterOf(
  view: ProjectView,
  located: LocateProgram,
): Promise<{ kind: "found"; argv: Argv } | { kind: "missing"; why: string; hint: string }> {
  const manager = managers.find(([file]) => view.has(file))?.[1] ?? "npm";
  const own = await located(manager, "path");
  const found = own.kind === "found" ? own : await located("npm", "path");
  return found.kind === "found" ? { kind: "found", argv: [...found.argv, "run", "test"] } : found;
}

/** Not yarn: it requires `yarn install` in the folder. */
const managers: readonly (readonly [string, string])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
];
