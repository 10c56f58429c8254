import type { Finding, Reading } from "../../finding.ts";
import { get, record, text } from "../../formats/json.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { Tool, ToolOutput } from "../../tool.ts";
import { broken, codeIn, counted, found, jsonIn, withoutRepeats } from "../config/reading.ts";

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
  // It knows no comments; a file can only be taken away from it.
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

/** The flags between the title and the text do not help to fix a finding. */
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

/**
 * What does not compile is told in lines; what does, in an object a package, on stderr or, by later versions, on
 * stdout.
 */
function read(output: ToolOutput): Reading {
  const both = `${output.stdout}\n${output.stderr}`;
  const findings: Finding[] = [];
  for (const block of objectsIn(both)) {
    const packages = record(jsonIn(block));
    if (packages === null) return broken(output, "its JSON can't be read");
    for (const analyzers of Object.values(packages)) {
      const told = findingsOf(analyzers);
      if (told === null) return broken(output, "one of its analyzers failed");
      findings.push(...told);
    }
  }
  return found(output, withoutRepeats([...findings, ...[...outputLines(both)].flatMap(errorOf)]));
}

/** From a line that is a brace to the next that is one. */
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

/** `null`: one of them says that it failed. */
function findingsOf(analyzers: unknown): readonly Finding[] | null {
  const findings: Finding[] = [];
  for (const [code, told] of Object.entries(record(analyzers) ?? {})) {
    if (!Array.isArray(told)) return null;
    for (const item of told)
      findings.push({
        ...placeOf(text(get(item, "posn")) ?? ""),
        code: codeIn(code),
        message: text(get(item, "message")) ?? "",
        severity: "warning",
      });
  }
  return findings;
}

const place = /^(.{1,4000}?)(?::(\d{1,9}))?(?::(\d{1,9}))?$/s;

function placeOf(written: string): Pick<Finding, "tool" | "file" | "line" | "column" | "fixable"> {
  const [, file = written, line, column] = place.exec(written) ?? [];
  return { tool: "go-vet", file, line: counted(Number(line), 1), column: counted(Number(column), 1), fixable: false };
}

const error = /^(?:vet: )?(.{1,4000}?\.go:\d{1,9}(?::\d{1,9})?): (\S.*)$/s;

function errorOf(line: string): readonly Finding[] {
  const [, at, message] = /^[\s"]/.test(line) ? [] : (error.exec(line) ?? []);
  return at === undefined || message === undefined ? [] : [{ ...placeOf(at), code: null, message, severity: "error" }];
}
