import { type Finding, type Reading, findingIn } from "../../../finding.ts";
import { array, get, jsonIn, text } from "../../../formats/json.ts";
import type { Tool, ToolOutput } from "../../../tool.ts";
import { broken, found, untrusted } from "../../config/reading.ts";
import { configuredBy } from "../node-project.ts";

const name = "stylelint";
const modules = [".js", ".ts", ".cjs", ".mjs"];
const sheets = ["css", "pcss", "postcss", "scss", "less"];

/** The report is a file: versions print it in different places, beside warnings of Node. */
export const stylelint: Tool = {
  name,
  program: "stylelint",
  home: "node",
  looksAt: sheets.map((ending) => `*.${ending}`),
  reach: "file",
  args: ["--formatter", "json", "--allow-empty-input", "--output-file", "{report}"],
  // A folder would mean every file in it.
  everything: [`**/*.{${sheets.join(",")}}`],
  fixArgs: ["--allow-empty-input", "--fix"],
  detect: (project) =>
    configuredBy(project, [
      "package.json#stylelint",
      ...[".stylelintrc", ".config/stylelintrc"].flatMap((file) =>
        ["", ".json", ".yaml", ".yml", ...modules].map((ending) => `${file}${ending}`),
      ),
      ...modules.map((ending) => `stylelint.config${ending}`),
    ]),
  read,
  configs: [".stylelintrc*", "stylelint.config.*", ".stylelintignore"],
  silencers: ["stylelint-disable"],
  ruleUrl: (code) => {
    if (code === "parse-error") return null;
    if (/^[a-z][a-z\d-]{0,80}$/.test(code)) return `https://stylelint.io/user-guide/rules/${code}/`;
    const [, rule] = /^scss\/([a-z][a-z\d-]{0,80})$/.exec(code) ?? [];
    return rule === undefined
      ? null
      : `https://github.com/stylelint-scss/stylelint-scss/blob/master/src/rules/${rule}/README.md`;
  },
  ruleHelp: [{ kind: "package", name: "stylelint" }],
};

function read(output: ToolOutput): Reading {
  const results = jsonIn(output.report ?? (output.stdout.trim() === "" ? output.stderr : output.stdout));
  if (!Array.isArray(results)) return broken(output, " and left no whole report");
  if (output.code !== 0 && output.code !== 2) return broken(output);
  const trouble = results.map(misconfigured).find((why) => why !== null) ?? null;
  if (trouble !== null) return untrusted(`its configuration is wrong: ${trouble}`);
  const findings = results.flatMap((result: unknown) =>
    [...array(get(result, "parseErrors")), ...array(get(result, "warnings"))].map((warning) =>
      findingOf(warning, text(get(result, "source")) ?? ""),
    ),
  );
  return found(output, findings);
}

/** It skips unknown rules and those with wrong options, and says so for every file. */
function misconfigured(result: unknown): string | null {
  const said = [...array(get(result, "invalidOptionWarnings")), ...array(get(result, "warnings"))].map(
    (one) => text(get(one, "text")) ?? "",
  );
  return said.find((line) => line.startsWith("Unknown rule ") || line.startsWith("Invalid option ")) ?? null;
}

const places = { line: "line", column: "column", code: "rule", message: "text", severity: "severity" };

function findingOf(warning: unknown, file: string): Finding {
  const finding = findingIn(name, warning, places);
  const { code, message, severity } = finding;
  const ending = ` (${code ?? ""})`;
  return {
    ...finding,
    file,
    code: code === "CssSyntaxError" || code === null ? "parse-error" : code,
    message: message.endsWith(ending) ? message.slice(0, -ending.length) : message,
    severity: severity ?? "error",
    fixable: typeof get(warning, "fix") === "object" || fixable.has(code ?? ""),
  };
}

/**
 * Rules that Stylelint 18 can fix in some cases. Its report marks such findings only with an option that versions before
 * 16.13 refuse.
 */
const fixable = new Set(
  `alpha-value-notation at-rule-empty-line-before at-rule-no-deprecated at-rule-no-vendor-prefix color-function-alias-notation
  color-function-notation color-hex-length comment-empty-line-before comment-whitespace-inside custom-property-empty-line-before
  declaration-block-no-duplicate-properties declaration-block-no-redundant-longhand-properties declaration-empty-line-before
  declaration-property-value-keyword-no-deprecated display-notation font-family-name-quotes font-weight-notation
  function-calc-no-unspaced-operator function-name-case function-url-quotes hue-degree-notation import-notation
  keyframe-selector-notation length-zero-no-unit lightness-notation media-feature-name-no-vendor-prefix media-feature-range-notation
  property-layout-mappings property-no-deprecated property-no-vendor-prefix relative-selector-nesting-notation rule-empty-line-before
  selector-attribute-quotes selector-no-deprecated selector-no-vendor-prefix selector-not-notation
  selector-pseudo-element-colon-notation selector-type-case shorthand-property-no-redundant-values unit-layout-mappings
  value-keyword-case value-keyword-layout-mappings value-no-vendor-prefix`.split(/\s+/),
);
