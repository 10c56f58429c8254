import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Finding } from "../../src/findings/finding.ts";
import { findingsBelow } from "../../src/tools/run.ts";
import type { Tool, ToolOutput } from "../../src/findings/tool.ts";
import { tempFolder } from "./folders.ts";

/** A project of a user's that a real tool of this repository's own packages is run in. */
export interface ToolProject {
  write(path: string, text: string): void;
  read(path: string): string;
  /** The tool's findings in these files, or in everything. */
  findings(...files: readonly string[]): readonly Finding[];
  /** Why what it left can't be read. */
  trouble(...files: readonly string[]): string;
  /** Lets the tool fix them. */
  fix(...files: readonly string[]): void;
  /** Lets it fix all but these rules, as it is told to in this version. */
  fixWithout(rules: readonly string[], version: string, ...files: readonly string[]): void;
}

const modules = join(import.meta.dirname, "..", "..", "node_modules");

/** `everything`: the arguments that mean all files, where the project is detected to need unusual ones. */
export function toolProject(
  tool: Tool,
  files: Readonly<Record<string, string>>,
  everything = tool.everything,
): ToolProject {
  const folder = join(tempFolder(), "project");
  const report = join(dirname(folder), "report");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  mkdirSync(folder);
  // Tests import what runs them; others would look at all packages.
  if (tool.program === "vitest") symlinkSync(modules, join(folder, "node_modules"));
  for (const [path, text] of Object.entries(files)) write(path, text);
  const run = (args: readonly string[], named: readonly string[]): ToolOutput => {
    writeFileSync(report, "");
    const behind = named.length === 0 ? everything : named.map((file) => (file.startsWith("-") ? `./${file}` : file));
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: dirname(folder), ...tool.env };
    const argv = [...args, ...behind].map((word) => word.replace("{report}", report));
    const { stdout, stderr, status } = spawnSync(join(modules, ".bin", tool.program), argv, {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    const left = existsSync(report) ? readFileSync(report, "utf8") : "";
    return { stdout, stderr, code: status ?? -1, report: left === "" ? null : left };
  };
  return {
    write,
    read: (path) => readFileSync(join(folder, path), "utf8"),
    findings: (...named) => {
      const reading = tool.read(run(tool.args, named));
      if (reading.kind === "unreadable") throw new Error(reading.why);
      return findingsBelow(folder, reading.findings);
    },
    trouble: (...named) => {
      const reading = tool.read(run(tool.args, named));
      if (reading.kind === "read") throw new Error(`it was read: ${JSON.stringify(reading.findings)}`);
      return reading.why;
    },
    fix: (...named) => {
      if (tool.fixArgs === undefined) throw new Error(`${tool.name} fixes nothing`);
      run(tool.fixArgs, named);
    },
    fixWithout: (rules, version, ...named) => {
      for (const step of tool.fixWithout?.(rules, version)?.steps ?? [])
        if (step.kind === "args") run(step.args, named);
    },
  };
}

/**
 * A finding without its tool and its message, in one line: `file:line:column code severity`, with `fixable` behind it.
 */
export function brief(findings: readonly Finding[]): readonly string[] {
  return findings
    .map(
      ({ file, line, column, code, severity, fixable }) =>
        `${file}:${line ?? "-"}:${column ?? "-"} ${code ?? "-"} ${severity ?? "-"}${fixable ? " fixable" : ""}`,
    )
    .sort();
}
