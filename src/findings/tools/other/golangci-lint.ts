import { type Finding, type Reading, severityOf } from "../../finding.ts";
import { array, get, record, text } from "../../formats/json.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { Detection, ProjectView, Tool, ToolOutput } from "../../tool.ts";
import { broken, codeIn, counted, found, jsonIn, withoutRepeats } from "../config/reading.ts";
import { signOf } from "../config/wanted.ts";

export const golangciLint: Tool = {
  name: "golangci-lint",
  program: "golangci-lint",
  home: "path",
  looksAt: ["*.go"],
  reach: "project",
  // Both versions know these. It leaves out all but a few findings of a kind, and others would come up once those are
  // fixed; and it lets only one run at a time.
  args: [
    "run",
    "--color=never",
    "--fix=false",
    "--issues-exit-code=1",
    "--max-issues-per-linter=0",
    "--max-same-issues=0",
    "--allow-parallel-runners",
  ],
  everything: ["./..."],
  detect,
  read,
  silencers: [
    "//\\s*nolint\\b",
    "//\\s*#nosec\\b",
    "//\\s*lint:(file-)?ignore\\b",
    "^\\s*//\\s*(go:build|\\+build)\\s+ignore\\b",
  ],
  ruleUrl: (code) => (/^[a-z][a-z\d-]{1,40}$/.test(code) ? `https://golangci-lint.run/usage/linters/#${code}` : null),
  ruleHelp: [
    {
      kind: "command",
      nameOf: (code) => (/^[a-z][a-z\d-]{1,40}$/.test(code) ? code : null),
      // It tells of all at once, and of none alone.
      atOnce: 60,
      args: () => ["help", "linters"],
      read: readHelp,
    },
  ],
};

/** A line each: `errcheck: what it does [fast: false]`, with other names or a mark between name and colon. */
function readHelp(stdout: string, name: string): string | null {
  const line = stdout
    .split("\n")
    .find((one) => one.startsWith(`${name}: `) || one.startsWith(`${name} (`) || one.startsWith(`${name} [`));
  const colon = line?.indexOf(": ") ?? -1;
  const said =
    line === undefined || colon === -1
      ? ""
      : line
          .slice(colon + 2)
          .trim()
          .replace(/ \[[^\][]{0,80}\]$/, "");
  return said === "" ? null : said;
}

/**
 * The versions have different options for the same output; a configuration says which one it is written for. Without
 * one, lines are read.
 */
function detect(project: ProjectView): Detection | null {
  const config = [".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"].find((file) =>
    project.has(file),
  );
  if (config === undefined) return signOf(project, { hooks: ["golangci-lint", "golangci-lint-full"] });
  const isSecond = (project.read(config) ?? "")
    .split("\n")
    .some((line) => /^\s{0,20}\{?\s{0,20}"?version"?\s{0,20}[:=]\s{0,20}["']?2\b/.test(line));
  return { config, because: config, args: [isSecond ? "--output.json.path=stdout" : "--out-format=json"] };
}

function read(output: ToolOutput): Reading {
  if (output.code > 1) return broken(output);
  const json = [...longLines(output.stdout)].find((line) => line.startsWith("{"));
  if (json === undefined) return found(output, withoutRepeats([...outputLines(output.stdout)].flatMap(ofLine)));
  const answer = record(jsonIn(json));
  const failure = text(get(get(answer, "Report"), "Error")) ?? "";
  if (answer === null || failure !== "")
    return broken(output, failure === "" ? "its JSON can't be read" : failure.slice(0, 300));
  return found(output, withoutRepeats(array(get(answer, "Issues")).flatMap(ofIssue)));
}

/** All of its JSON is one line, and what it counts stands behind. */
function* longLines(stdout: string): Generator<string> {
  let start = 0;
  while (start < stdout.length) {
    const end = stdout.indexOf("\n", start);
    yield stdout.slice(start, end === -1 ? undefined : end);
    start = end === -1 ? stdout.length : end + 1;
  }
}

function ofIssue(item: unknown): readonly Finding[] {
  if (record(item) === null) return [];
  const place = get(item, "Pos");
  return [
    {
      tool: "golangci-lint",
      file: text(get(place, "Filename")) ?? "",
      line: counted(get(place, "Line"), 1),
      column: counted(get(place, "Column"), 1),
      code: codeIn(get(item, "FromLinter")),
      message: text(get(item, "Text")) ?? "",
      severity: severityOf(text(get(item, "Severity"))) ?? usual,
      fixable: record(get(item, "Replacement")) !== null || array(get(item, "SuggestedFixes")).length > 0,
    },
  ];
}

/** Its own placeholder where a format needs a severity and none is set. */
const usual = "error";

const shape = /^(.{1,4000}?\.go):(\d{1,9})(?::(\d{1,9}))?: (.*) \(([a-z][\w-]{0,60})\)$/s;

function ofLine(line: string): readonly Finding[] {
  const [, file, row, column, message, code] = /^\s/.test(line) ? [] : (shape.exec(line) ?? []);
  if (file === undefined || message === undefined || code === undefined) return [];
  return [
    {
      tool: "golangci-lint",
      file,
      line: counted(Number(row), 1),
      column: counted(Number(column), 1),
      code,
      message,
      severity: usual,
      fixable: false,
    },
  ];
}
