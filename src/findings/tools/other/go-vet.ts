import { type Finding, type Reading, makeFinding } from "../../finding.ts";
import { get, jsonIn, record, text } from "../../formats/json.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { Tool, ToolOutput } from "../../tool.ts";
import { broken, found, withoutRepeats } from "../config/reading.ts";

export const goVet: Tool = {
  name: "go-vet",
  program: "go",
  home: "path",
  looksAt: ["*.go"],
  reach: "project",
  args: ["vet", "-json"],
  everything: ["./..."],
  detect: (project) => {
    const sign = ["go.work", "go.mod"].find((file) => project.has(file));
    return sign === undefined ? null : { config: null, because: sign };
  },
  read,
  // It has no comments; only a build tag hides a file.
  silencers: ["^\\s*//\\s*(go:build|\\+build)\\s+ignore\\b"],
  ruleUrl: (code) =>
    /^[a-z][a-z\d]{1,40}$/.test(code) ? `https://pkg.go.dev/golang.org/x/tools/go/analysis/passes/${code}` : null,
  ruleHelp: [
    {
      kind: "command",
      nameOf: (code) => (/^[a-z][a-z\d]{1,40}$/.test(code) ? code : null),
      atOnce: 1,
      args: (names) => ["tool", "vet", "help", ...names],
      read: readHelp,
    },
  ],
};

/** Without the flags between title and text. */
function readHelp(stdout: string): string | null {
  const lines = stdout.split("\n");
  const flags = lines.indexOf("Analyzer flags:");
  const rest = lines.slice(flags + 1);
  const end = rest.findIndex((line) => /^\S/.test(line));
  const text = (flags === -1 ? lines : [...lines.slice(0, flags), ...(end === -1 ? [] : rest.slice(end))])
    .join("\n")
    .trim();
  return text === "" ? null : text;
}

/** Compiler errors are lines; findings are an object per package, on stderr or, in later versions, on stdout. */
function read(output: ToolOutput): Reading {
  const both = `${output.stdout}\n${output.stderr}`;
  const findings: Finding[] = [];
  for (const block of objectsIn(both)) {
    const packages = record(jsonIn(block));
    if (packages === null) return broken(output, ", and its JSON can't be read");
    for (const analyzers of Object.values(packages)) {
      const told = findingsOf(analyzers);
      if (told === null) return broken(output, ", and one of its analyzers failed");
      findings.push(...told);
    }
  }
  return found(output, withoutRepeats([...findings, ...[...outputLines(both)].flatMap(errorOf)]));
}

/** From a line `{` to a line `}`. */
function* objectsIn(both: string): Generator<string> {
  let lines: string[] | null = null;
  for (const line of both.split("\n")) {
    if (line.trimEnd() === "{}") continue;
    if (line.trimEnd() === "{") lines = [];
    lines?.push(line);
    if (line.trimEnd() === "}" && lines !== null) {
      yield lines.join("\n");
      lines = null;
    }
  }
  if (lines !== null) yield lines.join("\n");
}

/** `null`: an analyzer failed. */
function findingsOf(analyzers: unknown): readonly Finding[] | null {
  const findings: Finding[] = [];
  for (const [code, told] of Object.entries(record(analyzers) ?? {})) {
    if (!Array.isArray(told)) return null;
    for (const item of told)
      findings.push(
        findingAt(text(get(item, "posn")) ?? "", { code, message: get(item, "message"), severity: "warning" }),
      );
  }
  return findings;
}

const place = /^(.{1,4000}?)(?::(\d{1,9}))?(?::(\d{1,9}))?$/s;

function findingAt(written: string, parts: Parameters<typeof makeFinding>[1]): Finding {
  const [, file = written, line, column] = place.exec(written) ?? [];
  return makeFinding("go-vet", { file, line, column, ...parts });
}

const error = /^(?:vet: )?(.{1,4000}?\.go:\d{1,9}(?::\d{1,9})?): (\S.*)$/s;

function errorOf(line: string): readonly Finding[] {
  const [, at, message] = /^[\s"]/.test(line) ? [] : (error.exec(line) ?? []);
  return at === undefined ? [] : [findingAt(at, { message, severity: "error" })];
}
