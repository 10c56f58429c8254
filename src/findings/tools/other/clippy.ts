import { type Finding, type Reading, findingIn } from "../../finding.ts";
import { array, get, jsonIn, records, text } from "../../formats/json.ts";
import { type CommandHelp, textFrom } from "../../rule-help.ts";
import type { Tool, ToolOutput } from "../../tool.ts";
import { broken, found, withoutRepeats } from "../config/reading.ts";

export const clippy: Tool = {
  name: "clippy",
  program: "cargo",
  home: "path",
  looksAt: ["*.rs"],
  reach: "project",
  // It builds in `target`, which projects ignore: elsewhere every run would build all dependencies.
  args: ["clippy", "--quiet", "--message-format=json"],
  everything: [],
  takesNearest: true,
  detect: (project) => {
    if (!project.has("Cargo.toml")) return null;
    const config = [".clippy.toml", "clippy.toml"].find((file) => project.has(file)) ?? null;
    return { config, because: config ?? "Cargo.toml" };
  },
  read,
  configs: ["clippy.toml", ".clippy.toml"],
  silencers: ["#!?\\[\\s*(allow|expect)\\s*\\(", "#!?\\[\\s*cfg_attr\\s*\\(.*\\b(allow|expect)\\s*\\("],
  ruleUrl,
  ruleHelp: [
    explained(/^clippy::([a-z][a-z\d_]{1,80})$/, ["clippy", "--explain"]),
    // Errors and lints without a prefix are the compiler's.
    { ...explained(/^(E\d{4})$/, ["--explain"]), beside: "rustc" },
    {
      kind: "command",
      beside: "rustc",
      nameOf: (code) => (/^[a-z][a-z\d_]{1,80}$/.test(code) ? code : null),
      atOnce: 60,
      args: () => ["-W", "help"],
      read: readLint,
    },
  ],
};

function explained(name: RegExp, args: readonly string[]): CommandHelp {
  return {
    kind: "command",
    nameOf: (code) => name.exec(code)?.[1] ?? null,
    atOnce: 1,
    args: (names) => [...args, ...names],
    read: (stdout) => textFrom(stdout),
  };
}

/** A line of a table: name with hyphens, level, meaning. */
function readLint(stdout: string, name: string): string | null {
  const start = `${name.replaceAll("_", "-")} `;
  const line = stdout
    .split("\n")
    .map((one) => one.trim())
    .find((one) => one.startsWith(start));
  const [, said] = /^(?:allow|warn|deny|forbid)\s+(\S.*)$/.exec(line?.slice(start.length).trim() ?? "") ?? [];
  return said ?? null;
}

function ruleUrl(code: string): string | null {
  const lint = /^clippy::([a-z][a-z\d_]{1,80})$/.exec(code)?.[1];
  if (lint !== undefined) return `https://rust-lang.github.io/rust-clippy/master/index.html#${lint}`;
  return /^E\d{4}$/.test(code) ? `https://doc.rust-lang.org/error_codes/${code}.html` : null;
}

/** An object a line. Only a build that says that it finished has all findings, also if it failed. */
function read(output: ToolOutput): Reading {
  const messages: unknown[] = [];
  let isFinished = false;
  for (const line of output.stdout.split("\n")) {
    const value = line.startsWith("{") ? jsonIn(line) : undefined;
    if (get(value, "reason") === "build-finished") isFinished = true;
    if (get(value, "reason") === "compiler-message") messages.push(get(value, "message"));
  }
  // A file is built for the program and for its tests.
  const findings = withoutRepeats(messages.flatMap(findingOf));
  const isExplained = output.code === 0 || findings.some(({ severity }) => severity === "error");
  return isFinished && isExplained ? found(output, findings) : broken(output);
}

const places = {
  file: "span.file_name",
  line: "span.line_start",
  column: "span.column_start",
  code: "message.code.code",
  message: "message.message",
  severity: "message.level",
};

/** A message without a place is a summary. */
function findingOf(message: unknown): readonly Finding[] {
  const spans = records(get(message, "spans"));
  const span = spans.find((one) => get(one, "is_primary") === true) ?? spans[0];
  if (span === undefined) return [];
  const fixes = array(get(message, "children")).flatMap((child) => array(get(child, "spans")));
  const fixable = fixes.some((fix) => text(get(fix, "suggestion_applicability")) === "MachineApplicable");
  return [{ ...findingIn("clippy", { message, span }, places), fixable }];
}
