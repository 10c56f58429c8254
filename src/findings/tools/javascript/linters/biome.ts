import { type Finding, type Reading, makeFinding } from "../../../finding.ts";
import { array, get, jsonIn, text, whole } from "../../../formats/json.ts";
import { type FixWithout, type Tool, type ToolOutput, isSince } from "../../../tool.ts";
import { broken, found, untrusted, withoutRepeats } from "../../config/reading.ts";
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
  // Only this reporter names unformatted files; by default it prints 20 findings.
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
  configs: ["biome.json*", ".biome.json*"],
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

/** The indented text between summary and options; headings are not indented. */
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
 * `check` also formats if a project has overrides, so linting and formatting run apart; assist actions have no command.
 * Before version 2, `--skip` did not keep rules from fixing.
 */
function fixWithout(rules: readonly string[], version: string | null): FixWithout | null {
  const linted = rules.filter((rule) => rule.startsWith("lint/"));
  if (!isSince(version, [2, 0]) || !linted.every((rule) => /^lint\/[a-z\d]{1,40}\/[a-z][A-Za-z\d]{0,80}$/.test(rule)))
    return null;
  const formats = !rules.includes("format");
  return {
    steps: [
      { kind: "args", args: ["lint", "--write", ...fixOptions, ...linted.map((rule) => `--skip=${rule}`)] },
      // Last, so that fixes are formatted too.
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
  const left = whole(get(report, "summary", "diagnosticsNotPrinted")) ?? 0;
  if (left > 0) return untrusted(`it did not print ${left} of its findings`);
  const unread = diagnostics.find((one) => isInternal(one) && get(one, "severity") !== "warning");
  if (unread !== undefined)
    return untrusted(`it could not look at ${JSON.stringify(fileOf(unread))}: ${messageOf(unread)}`);
  // Linter and formatter of earlier versions both report a parse error.
  const findings = withoutRepeats(diagnostics.filter((one) => !isAboutItself(one)).map(findingOf));
  // The same file has no separate finding about its format.
  const unparsed = new Set(findings.filter(({ code }) => code === "parse").map(({ file }) => file));
  const isEcho = ({ code, file, message }: Finding): boolean =>
    code === "format" && !isAboutFormat(code, message) && unparsed.has(file);
  return findings.length === 0 ? found(output, []) : { kind: "read", findings: findings.filter((one) => !isEcho(one)) };
}

function isInternal(diagnostic: unknown): boolean {
  return (text(get(diagnostic, "category")) ?? "").startsWith("internalError/");
}

/** Skipped files, such as broken links and too long ones. */
function isAboutItself(diagnostic: unknown): boolean {
  return isInternal(diagnostic) || ["check", "lint", "ci"].includes(text(get(diagnostic, "category")) ?? "");
}

function findingOf(diagnostic: unknown): Finding {
  const location = get(diagnostic, "location");
  const { line, column } = (get(location, "start") ?? placeAt(location)) as { line?: unknown; column?: unknown };
  const [code, message] = [text(get(diagnostic, "category")), messageOf(diagnostic)];
  return makeFinding(name, {
    file: fileOf(diagnostic),
    line,
    // A line 0 means the whole file.
    column: line === 0 ? null : column,
    code,
    message,
    severity: get(diagnostic, "severity"),
    fixable: isAboutFormat(code, message) || advices(diagnostic).some((advice) => advice.startsWith("Safe fix")),
  });
}

/** In Biome 1, and in 2 to at least 2.3, the path is one level deeper. */
function fileOf(diagnostic: unknown): string {
  const path = get(diagnostic, "location", "path");
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

/** In Biome 1, and in 2 to at least 2.3, a place is a byte offset in the reported source. */
function placeAt(location: unknown): { readonly line?: number; readonly column?: number } {
  const offset = whole(array(get(location, "span"))[0]);
  const source = text(get(location, "sourceCode"));
  if (offset === null || source === null) return {};
  const before = Buffer.from(source).subarray(0, offset).toString("utf8").split("\n");
  return { line: before.length, column: Array.from(before.at(-1) ?? "").length + 1 };
}
