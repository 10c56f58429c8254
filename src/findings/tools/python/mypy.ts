import { type Finding, type Reading, findingIn, makeFinding } from "../../finding.ts";
import { countedFrom0, get, jsonIn, text } from "../../formats/json.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { Detection, ProjectView, Tool, ToolOutput } from "../../tool.ts";
import { broken, found } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";

export const mypy: Tool = {
  name: "mypy",
  program: "mypy",
  home: "python",
  looksAt: ["*.py", "*.pyi"],
  reach: "project",
  // Versions before 1.11 do not know JSON. Output settings of the project are reset.
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
  configs: ["mypy.ini", ".mypy.ini"],
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
  // Its list of files counts only if no file is named.
  const saysWhat = ["files", "packages", "modules"].some((key) => keys.has(key));
  return { config: config.config, because: config.because, ...(saysWhat ? { everything: [] } : {}) };
}

const crash = ": error: INTERNAL ERROR";

/** It exits with 2 when it gives up, also at a syntax error, which is a finding. */
function readMypy(output: ToolOutput): Reading {
  if (`${output.stdout}${output.stderr}`.includes(crash)) return broken(output, " and crashed");
  const findings = withoutNotes(outputLines(output.stdout));
  // Errors without a line, such as a missing file or a duplicate module, mean that nothing was checked.
  if (output.code > 1 && !findings.some(({ line }) => line !== null)) return broken(output);
  return found(output, findings);
}

/**
 * Without the notes of errors: some belong only to the first error of a kind, so fixing that one would move them. A note
 * that was requested (`reveal_type`) or has its own code is a finding.
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

// The shortest beginning before a severity is the file: both file and message may contain colons.
const shape = /^(.{1,4000}?)(?::(\d{1,9}))?(?::(\d{1,9}))?(?::\d{1,9}:\d{1,9})?: (error|warning|note): (.*)$/s;

function findingOf(printed: string): Finding | null {
  if (printed.startsWith("{")) return ofJson(jsonIn(printed));
  const [, file, line, column, severity, rest = ""] = shape.exec(printed) ?? [];
  return file === undefined ? null : makeFinding("mypy", { file, line, column, severity, ...withoutCode(rest) });
}

/** A code follows a space, unlike the brackets of `list[int]`. */
function withoutCode(rest: string): Pick<Finding, "code" | "message"> {
  const whole = rest.trimEnd();
  const start = whole.lastIndexOf(" [");
  const code = /^ \[([a-z][a-z\d-]{0,60})\]$/.exec(start === -1 ? "" : whole.slice(start))?.[1];
  return code === undefined ? { code: null, message: whole } : { code, message: whole.slice(0, start).trimEnd() };
}

const places = { file: "file", line: "line", code: "code", message: "message", severity: "severity" };

/** A project may have set `--output=json`: columns count from 0, notes are hints. */
function ofJson(value: unknown): Finding | null {
  if (text(get(value, "message")) === null) return null;
  return { ...findingIn("mypy", value, places), column: countedFrom0(get(value, "column")) };
}
