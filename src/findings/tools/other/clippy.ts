import { type Finding, type Reading, severityOf } from "../../finding.ts";
import { array, get, record, text } from "../../formats/json.ts";
import { textFrom } from "../../rule-help.ts";
import type { Tool, ToolOutput } from "../../tool.ts";
import { broken, codeIn, counted, found, jsonIn, withoutRepeats } from "../config/reading.ts";

export const clippy: Tool = {
  name: "clippy",
  program: "cargo",
  home: "path",
  looksAt: ["*.rs"],
  reach: "project",
  // What it builds is in `target`, which cargo has its projects ignore: without it every run would build all that the
  // project depends on.
  args: ["clippy", "--quiet", "--message-format=json"],
  everything: [],
  takesNearest: true,
  detect: (project) => {
    if (!project.has("Cargo.toml")) return null;
    const config = [".clippy.toml", "clippy.toml"].find((file) => project.has(file)) ?? null;
    return { config, because: config ?? "Cargo.toml" };
  },
  read,
  silencers: ["#!?\\[\\s*(allow|expect)\\s*\\(", "#!?\\[\\s*cfg_attr\\s*\\(.*\\b(allow|expect)\\s*\\("],
  ruleUrl,
  ruleHelp: [
    {
      kind: "command",
      nameOf: (code) => /^clippy::([a-z][a-z\d_]{1,80})$/.exec(code)?.[1] ?? null,
      atOnce: 1,
      args: (names) => ["clippy", "--explain", ...names],
      read: (stdout) => textFrom(stdout),
    },
    // Errors are the compiler's, and so are lints without a prefix.
    {
      kind: "command",
      beside: "rustc",
      nameOf: (code) => (/^E\d{4}$/.test(code) ? code : null),
      atOnce: 1,
      args: (names) => ["--explain", ...names],
      read: (stdout) => textFrom(stdout),
    },
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

/** One line of a table of all: the name with hyphens, whether it is on, what it is about. */
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

/**
 * An object a line. A finished build says so, also if it failed; without that line the findings are incomplete.
 */
function read(output: ToolOutput): Reading {
  const messages: unknown[] = [];
  let isFinished = false;
  for (const line of output.stdout.split("\n")) {
    const value = line.startsWith("{") ? jsonIn(line) : undefined;
    if (get(value, "reason") === "build-finished") isFinished = true;
    if (get(value, "reason") === "compiler-message") messages.push(get(value, "message"));
  }
  // The same file is built for the program and for its tests.
  const findings = withoutRepeats(messages.flatMap(findingOf));
  const isExplained = output.code === 0 || findings.some(({ severity }) => severity === "error");
  return isFinished && isExplained ? found(output, findings) : broken(output);
}

/** A message without a place is a summary. */
function findingOf(message: unknown): readonly Finding[] {
  const spans = array(get(message, "spans"));
  const span = spans.find((one) => get(one, "is_primary") === true) ?? spans[0];
  if (record(span) === null) return [];
  return [
    {
      tool: "clippy",
      file: text(get(span, "file_name")) ?? "",
      line: counted(get(span, "line_start"), 1),
      column: counted(get(span, "column_start"), 1),
      code: codeIn(get(get(message, "code"), "code")),
      message: text(get(message, "message")) ?? "",
      severity: severityOf(text(get(message, "level"))),
      fixable: canFix(message),
    },
  ];
}

function canFix(message: unknown): boolean {
  const spans = array(get(message, "children")).flatMap((child) => array(get(child, "spans")));
  return spans.some((span) => get(span, "suggestion_applicability") === "MachineApplicable");
}
