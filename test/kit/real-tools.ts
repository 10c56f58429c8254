import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findingsBelow } from "../../src/tools/run.ts";
import type { Finding, Reading } from "../../src/findings/finding.ts";
import type { Detection, ProjectView, Tool, ToolOutput } from "../../src/findings/tool.ts";
import type { ToolCase } from "./tool-case.ts";

/** A third-party tool, as `npm run test:tools` found or installed it. */
export interface RealTool {
  readonly tool: string;
  readonly version: string;
  readonly from: string;
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

const list = fileURLToPath(new URL("../../.tmp/tools/installed.json", import.meta.url));

/** Only `npm run test:tools` asks for them: which ones there are depends on the machine. */
export const realTools: readonly RealTool[] =
  process.env["TUTTI_TOOLS"] === "installed"
    ? (JSON.parse(readFileSync(list, "utf8")) as { installed: RealTool[] }).installed
    : [];

export function viewOf(files: Readonly<Record<string, string>>): ProjectView {
  const known = new Map(Object.entries(files));
  return { files: [...known.keys()].sort(), has: (path) => known.has(path), read: (path) => known.get(path) ?? null };
}

export function writeProject(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
}

/** The arguments behind the program, as for a tool that the project is configured for. */
export function argsFor(
  tool: Tool,
  { args = [], everything = tool.everything }: Detection,
  instead = everything,
): readonly string[] {
  return [...tool.args, ...args, ...instead];
}

/** Runs it in the folder. `report` is where it writes what it was asked to write; not in the folder. */
export function runReal(real: RealTool, args: readonly string[], { folder, report, env }: RunPlace): ToolOutput {
  const [program, ...before] = real.argv;
  const done = spawnSync(program, [...before, ...args.map((arg) => arg.replaceAll("{report}", report))], {
    cwd: folder,
    env: { ...process.env, ...real.env, ...env },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.error !== undefined) throw done.error;
  return {
    stdout: done.stdout,
    stderr: done.stderr,
    code: done.status ?? 1,
    report: existsSync(report) ? readFileSync(report, "utf8") : null,
  };
}

interface RunPlace {
  readonly folder: string;
  readonly report: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Findings in a shape that a table can hold; messages differ from version to version. */
export function told(
  reading: Reading,
  folder: string,
  { hasColumns }: Pick<ToolCase, "hasColumns">,
): readonly string[] | "broken" {
  if (reading.kind === "unreadable") return "broken";
  const findings = findingsBelow(folder, reading.findings);
  return findings.map((finding) => line(hasColumns === false ? { ...finding, column: null } : finding)).sort();
}

function line({ file, line: row, column, code, severity, fixable }: Finding): string {
  return `${file}:${String(row ?? "?")}:${String(column ?? "?")} ${code ?? "no code"} ${severity ?? "no severity"}${fixable ? ", fixable" : ""}`;
}

const fixtures = fileURLToPath(new URL("../fixtures/tools", import.meta.url));

/** The output of a tool, without the name of the folder that it ran in. */
export interface RecordedRun {
  readonly name: string;
  readonly case: string;
  readonly tool: string;
  readonly output: ToolOutput;
}

/** One folder a tool and version; those that end in `-by-hand` were never printed by a program. */
export function recordedRuns(): readonly RecordedRun[] {
  return readdirSync(fixtures)
    .sort()
    .flatMap((name) =>
      readdirSync(join(fixtures, name)).map((file) => {
        const { tool, output } = JSON.parse(readFileSync(join(fixtures, name, file), "utf8")) as {
          tool: string;
          output: ToolOutput;
        };
        return { name, case: file.replace(/\.json$/, ""), tool, output };
      }),
    );
}

/** Where recorded runs say that they took place. */
export const recordedFolder = "/project";

export function record(
  real: RealTool,
  { name }: ToolCase,
  run: { readonly output: ToolOutput; readonly folder: string },
): void {
  const clean = (text: string): string =>
    withoutMachine(text.replaceAll(run.folder, recordedFolder).replaceAll(dirname(run.folder), "/elsewhere"));
  const { stdout, stderr, code, report } = run.output;
  const output = { stdout: clean(stdout), stderr: clean(stderr), code, report: report === null ? null : clean(report) };
  const file = join(fixtures, `${real.tool}-${real.version}`, `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ tool: real.tool, version: real.version, output }, null, 2)}\n`);
}

/** The place of Python and the name of this machine are private. */
function withoutMachine(text: string): string {
  return text
    .replaceAll(/(?:\/[\w.+-]{1,100}){1,20}(?=\/(?:(?:site|dist)-packages|python3\.\d+|bin)\/)/g, "/usr")
    .replaceAll(/ hostname="[^"]*"/g, ' hostname="host"');
}
