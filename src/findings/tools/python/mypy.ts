import type { Detection, ProjectView, Tool, ToolOutput } from "../../tool.ts";
import { firstConfig, signOf } from "../config/wanted.ts";
import { type Finding, type Reading, severityOf } from "../../finding.ts";
import { get, record, text } from "../../formats/json.ts";
import { outputLines } from "../../formats/output-lines.ts";
import { broken, codeIn, counted, found, jsonIn } from "../config/reading.ts";

export const mypy: Tool = {
  name: "mypy",
  program: "mypy",
  home: "python",
  looksAt: ["*.py", "*.pyi"],
  reach: "project",
  // Lines, not JSON, which versions before 1.11 don't know. Settings of the project for people are reset.
  args: [
    "--no-pretty",
    "--show-column-numbers",
    "--show-error-codes",
    "--no-error-summary",
    "--hide-error-context",
    "--no-color-output",
    "--cache-dir=/dev/null",
  ],
  everything: ["."],
  env: { PYTHONDONTWRITEBYTECODE: "1" },
  detect,
  read: readMypy,
  silencers: ["#\\s*type:\\s*ignore\\b", "#\\s*mypy:\\s", "@(typing\\.|typing_extensions\\.)?no_type_check\\b"],
  ruleUrl: (code) =>
    /^[a-z][a-z\d-]{1,60}$/.test(code) ? `https://mypy.readthedocs.io/en/stable/_refs.html#code-${code}` : null,
};

function detect(project: ProjectView): Detection | null {
  const config = firstConfig(project, [
    { file: "mypy.ini" },
    { file: ".mypy.ini" },
    { file: "pyproject.toml", section: /^tool\.mypy(?:\.|$)/, shown: "[tool.mypy]" },
    { file: "setup.cfg", section: /^mypy$/, shown: "[mypy]" },
  ]);
  if (config === null) return signOf(project, { hooks: ["mypy"], requirement: "mypy" });
  const keys = config.sections.get(config.config.endsWith(".toml") ? "tool.mypy" : "mypy") ?? new Set();
  // Its own list of files counts only if no other file is named.
  const saysWhat = ["files", "packages", "modules"].some((key) => keys.has(key));
  return { config: config.config, because: config.because, ...(saysWhat ? { everything: [] } : {}) };
}

const crash = ": error: INTERNAL ERROR";

/** mypy exits with 2 when it gives up: also for a syntax error, which is a finding all the same. */
function readMypy(output: ToolOutput): Reading {
  if (output.stdout.includes(crash) || output.stderr.includes(crash)) return broken(output, "it crashed");
  const findings = withoutNotes(outputLines(output.stdout));
  // One without a line is about no code: a file is not there, or two are the same module, and nothing was looked at.
  if (output.code > 1 && !findings.some(({ line }) => line !== null)) return broken(output);
  return found(output, findings);
}

/**
 * Notes go with the error before them, and are left out: some of them stand only at the first error of a kind, so that
 * another error would get them once that one is fixed. What a person asked for (`reveal_type`) or what has a code of
 * its own stands for itself.
 */
function withoutNotes(lines: Iterable<string>): readonly Finding[] {
  const findings: Finding[] = [];
  let errorCode: string | null = null;
  for (const line of lines) {
    const finding = findingOf(line);
    if (finding === null) continue;
    const isNote = finding.severity === "info";
    if (!isNote) errorCode = finding.code;
    if (!isNote || finding.message.startsWith("Revealed ") || (finding.code !== null && finding.code !== errorCode))
      findings.push(finding);
  }
  return findings;
}

// The shortest beginning that a severity follows is the file: it may hold colons, and the message may hold severities.
const shape = /^(.{1,4000}?)(?::(\d{1,9}))?(?::(\d{1,9}))?(?::\d{1,9}:\d{1,9})?: (error|warning|note): (.*)$/s;

function findingOf(line: string): Finding | null {
  if (line.startsWith("{")) return ofJson(jsonIn(line));
  const [, file, number, column, severity = "", rest = ""] = shape.exec(line) ?? [];
  if (file === undefined) return null;
  return {
    tool: "mypy",
    file,
    line: counted(Number(number), 1),
    column: counted(Number(column), 1),
    ...withoutCode(rest),
    severity: severityOf(severity),
    fixable: false,
  };
}

/** A code stands behind a space. Brackets of types don't: `list[int]`. */
function withoutCode(rest: string): Pick<Finding, "code" | "message"> {
  const whole = rest.trimEnd();
  const start = whole.lastIndexOf(" [");
  const code = /^ \[([a-z][a-z\d-]{0,60})\]$/.exec(start === -1 ? "" : whole.slice(start))?.[1];
  return code === undefined ? { code: null, message: whole } : { code, message: whole.slice(0, start).trimEnd() };
}

/** `--output=json`, which a project may have set: an object a line, where columns count from 0 and notes are hints. */
function ofJson(value: unknown): Finding | null {
  if (record(value) === null || text(get(value, "message")) === null) return null;
  return {
    tool: "mypy",
    file: text(get(value, "file")) ?? "",
    line: counted(get(value, "line"), 1),
    column: counted(get(value, "column"), 0),
    code: codeIn(get(value, "code")),
    message: text(get(value, "message")) ?? "",
    severity: severityOf(text(get(value, "severity"))),
    fixable: false,
  };
}
