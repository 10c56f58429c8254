import { type Finding, type Reading, severityOf } from "../../../finding.ts";
import { array, get, text, whole } from "../../../formats/json.ts";
import { type FixWithout, type Tool, type ToolOutput, isSince } from "../../../tool.ts";
import { jsonIn, withoutRepeats } from "../../config/reading.ts";
import { broken, untrusted } from "../broken.ts";
import { configuredBy, dependedOn, scripts } from "../node-project.ts";

const name = "biome";

const fixOptions = ["--colors=off", "--no-errors-on-unmatched", "--files-ignore-unknown=true"];

export const biome: Tool = {
  name,
  program: "biome",
  home: "node",
  looksAt: [
    ...scripts,
    ..."json jsonc css graphql gql html vue svelte astro grit".split(" ").map((ending) => `*.${ending}`),
  ],
  reach: "file",
  // Only this reporter names the file of a wrong format; it prints no more than 20 findings unless it is told to.
  args: [
    "check",
    "--reporter=json",
    "--colors=off",
    "--max-diagnostics=none",
    "--no-errors-on-unmatched",
    "--files-ignore-unknown=true",
  ],
  everything: ["."],
  fixArgs: ["check", "--write", ...fixOptions],
  fixWithout,
  detect: (project) =>
    configuredBy(project, ["biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"]) ??
    dependedOn(project, "@biomejs/biome"),
  read,
  silencers: ["biome-ignore"],
  ruleUrl: (code) => {
    const [, kind = "", rule = ""] = /^(lint|assist)\/[a-z\d]{1,40}\/([a-z][A-Za-z\d]{0,80})$/.exec(code) ?? [];
    if (rule === "") return null;
    return `https://biomejs.dev/${kind === "lint" ? "linter/rules" : "assist/actions"}/${rule.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}/`;
  },
  ruleHelp: [
    {
      kind: "command",
      nameOf: (code) => /^(?:lint|assist)\/[a-z\d]{1,40}\/([a-z][A-Za-z\d]{0,80})$/.exec(code)?.[1] ?? null,
      atOnce: 1,
      args: (names) => ["explain", ...names],
      read: readHelp,
    },
  ],
};

/** The text after the summary and before the options; it is indented by one, headings are not. */
function readHelp(stdout: string): string | null {
  const lines = stdout.split("\n");
  const options = lines.indexOf("Options");
  const text = lines
    .slice(lines.indexOf("Description") + 1, options === -1 ? undefined : options)
    .map((line) => (/^[A-Z]/.test(line) ? `## ${line}` : line.replace(/^ /, "")))
    .join("\n")
    .trim();
  return text === "" ? null : text;
}

/**
 * `check` formats in any case where a project has overrides, so that each is asked for by the command that does nothing
 * else; there is none for an assist action. Versions before 2 were seen to fix what they were told to pass over.
 */
function fixWithout(rules: readonly string[], version: string | null): FixWithout | null {
  const linted = rules.filter((rule) => rule.startsWith("lint/"));
  if (!isSince(version, [2, 0]) || !linted.every((rule) => /^lint\/[a-z\d]{1,40}\/[a-z][A-Za-z\d]{0,80}$/.test(rule)))
    return null;
  const formats = !rules.includes("format");
  return {
    steps: [
      { kind: "args", args: ["lint", "--write", ...fixOptions, ...linted.map((rule) => `--skip=${rule}`)] },
      // Last: what is fixed is then written as the project writes.
      ...(formats ? [{ kind: "args" as const, args: ["format", "--write", ...fixOptions] }] : []),
    ],
    fixes: (rule) => !rules.includes(rule) && (rule.startsWith("lint/") || (rule === "format" && formats)),
  };
}

function read(output: ToolOutput): Reading {
  const report = jsonIn(output.stdout);
  const diagnostics = array(get(report, "diagnostics"));
  if (!Array.isArray(get(report, "diagnostics"))) return broken(output, " and left no whole report");
  if (output.code !== 0 && output.code !== 1) return broken(output);
  const left = whole(get(get(report, "summary"), "diagnosticsNotPrinted")) ?? 0;
  if (left > 0) return untrusted(`it did not print ${String(left)} of its findings`);
  const unread = diagnostics.find((one) => isInternal(one) && get(one, "severity") !== "warning");
  if (unread !== undefined)
    return untrusted(`it could not look at ${JSON.stringify(fileOf(unread))}: ${messageOf(unread)}`);
  // Earlier ones say the same of a file that can't be parsed once as a linter and once as a formatter.
  const findings = withoutRepeats(diagnostics.filter((one) => !isAboutItself(one)).map(findingOf));
  if (output.code === 1 && findings.length === 0) return broken(output, " without a finding");
  return { kind: "read", findings: withoutEchoes(findings) };
}

function isInternal(diagnostic: unknown): boolean {
  return (text(get(diagnostic, "category")) ?? "").startsWith("internalError/");
}

/** Files that it skips, such as broken links and files that are too long. */
function isAboutItself(diagnostic: unknown): boolean {
  return isInternal(diagnostic) || ["check", "lint", "ci"].includes(text(get(diagnostic, "category")) ?? "");
}

function findingOf(diagnostic: unknown): Finding {
  const location = get(diagnostic, "location");
  const start = get(location, "start");
  const code = text(get(diagnostic, "category"));
  const place =
    start === undefined ? placeAt(location) : { line: whole(get(start, "line")), column: whole(get(start, "column")) };
  return {
    tool: name,
    file: fileOf(diagnostic),
    // It says 0 where it means the whole file.
    line: place.line === 0 ? null : place.line,
    column: place.line === 0 ? null : place.column,
    code,
    message: messageOf(diagnostic),
    severity: severityOf(text(get(diagnostic, "severity"))),
    fixable:
      isAboutFormat(code, messageOf(diagnostic)) || advices(diagnostic).some((advice) => advice.startsWith("Safe fix")),
  };
}

/** In Biome 1, and in 2 to at least 2.3, it stood one level deeper. */
function fileOf(diagnostic: unknown): string {
  const path = get(get(diagnostic, "location"), "path");
  return text(path) ?? text(get(path, "file")) ?? "";
}

function messageOf(diagnostic: unknown): string {
  return text(get(diagnostic, "message")) ?? text(get(diagnostic, "description")) ?? "";
}

function advices(diagnostic: unknown): readonly string[] {
  const given = get(diagnostic, "advices");
  if (Array.isArray(given)) return given.map((advice) => text(get(advice, "text")) ?? "");
  return array(get(given, "advices")).map(
    (advice) => text(get(array(array(get(advice, "log"))[1])[0], "content")) ?? "",
  );
}

function isAboutFormat(code: string | null, message: string): boolean {
  return code === "format" && !message.startsWith("Code formatting aborted");
}

/** A file that can't be parsed has no separate finding about its format. */
function withoutEchoes(findings: readonly Finding[]): readonly Finding[] {
  const unparsed = new Set(findings.filter(({ code }) => code === "parse").map(({ file }) => file));
  return findings.filter(
    ({ code, file, message }) => code !== "format" || isAboutFormat(code, message) || !unparsed.has(file),
  );
}

/** In Biome 1, and in 2 to at least 2.3, a place was a number of bytes of the file, which was reported with it. */
function placeAt(location: unknown): { readonly line: number | null; readonly column: number | null } {
  const offset = whole(array(get(location, "span"))[0]);
  const source = text(get(location, "sourceCode"));
  if (offset === null || source === null) return { line: null, column: null };
  let bytes = 0;
  let line = 1;
  let column = 1;
  for (const character of source) {
    if (bytes >= offset) break;
    bytes += bytesOf(character.codePointAt(0) ?? 0);
    column = character === "\n" ? 1 : column + 1;
    if (character === "\n") line += 1;
  }
  return { line, column };
}

function bytesOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x8_00) return 2;
  return point < 0x1_00_00 ? 3 : 4;
}
