import { type Reading, findingIn, makeFinding } from "../../finding.ts";
import { array, get, jsonIn, record, records, text } from "../../formats/json.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { Detection, ProjectView, Tool, ToolOutput } from "../../tool.ts";
import { broken, found, withoutRepeats } from "../config/reading.ts";
import { signOf } from "../config/wanted.ts";

export const golangciLint: Tool = {
  name: "golangci-lint",
  program: "golangci-lint",
  home: "path",
  looksAt: ["*.go"],
  reach: "project",
  // Both versions know these. By default it reports only a few findings of a kind, and allows one run at a time.
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
  configs: [".golangci.*"],
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
      // It lists all linters at once.
      atOnce: 60,
      args: () => ["help", "linters"],
      read: readHelp,
    },
  ],
};

/** `errcheck: what it does [fast: false]`, perhaps with other names before the colon. */
function readHelp(stdout: string, name: string): string | null {
  const starts = [`${name}: `, `${name} (`, `${name} [`];
  const line = stdout.split("\n").find((one) => starts.some((start) => one.startsWith(start))) ?? "";
  const said =
    /: (.*)$/
      .exec(line)?.[1]
      ?.trim()
      .replace(/ \[[^\][]{0,80}\]$/, "") ?? "";
  return said === "" ? null : said;
}

/** The option for JSON depends on the version, which the configuration names. Without one, lines are read. */
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
  // Its JSON is one line, with a summary after it.
  const json = output.stdout.split("\n").find((line) => line.startsWith("{"));
  if (json === undefined) return found(output, withoutRepeats([...outputLines(output.stdout)].flatMap(ofLine)));
  const answer = record(jsonIn(json));
  const failure = text(get(answer, "Report", "Error")) ?? "";
  if (answer === null || failure !== "")
    return broken(output, failure === "" ? ", and its JSON can't be read" : `: ${failure.slice(0, 300)}`);
  const findings = records(get(answer, "Issues")).map((item) => {
    const finding = findingIn("golangci-lint", item, places);
    const fixable = record(get(item, "Replacement")) !== null || array(get(item, "SuggestedFixes")).length > 0;
    return { ...finding, severity: finding.severity ?? usual, fixable };
  });
  return found(output, withoutRepeats(findings));
}

const places = {
  file: "Pos.Filename",
  line: "Pos.Line",
  column: "Pos.Column",
  code: "FromLinter",
  message: "Text",
  severity: "Severity",
};

/** Its own default. */
const usual = "error";

const shape = /^(.{1,4000}?\.go):(\d{1,9})(?::(\d{1,9}))?: (.*) \(([a-z][\w-]{0,60})\)$/s;

function ofLine(printed: string) {
  const [, file, line, column, message, code] = /^\s/.test(printed) ? [] : (shape.exec(printed) ?? []);
  return file === undefined
    ? []
    : [makeFinding("golangci-lint", { file, line, column, code, message, severity: usual })];
}
