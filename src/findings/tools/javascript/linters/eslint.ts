import { type Finding, type Reading, findingIn } from "../../../finding.ts";
import { array, get, jsonIn, text } from "../../../formats/json.ts";
import { type Tool, type ToolOutput, isSince } from "../../../tool.ts";
import { broken, found } from "../../config/reading.ts";
import { configuredBy, scripts } from "../node-project.ts";

const name = "eslint";

/** The report is a file: configurations and plugins may print anything. */
export const eslint: Tool = {
  name,
  program: "eslint",
  home: "node",
  // Plugins read more than scripts; files without configuration are skipped.
  looksAt: [
    ...scripts,
    ..."vue svelte astro json jsonc json5 md css html yml yaml".split(" ").map((ending) => `*.${ending}`),
  ],
  reach: "file",
  args: ["--no-error-on-unmatched-pattern", "--format", "json", "--output-file", "{report}"],
  everything: ["."],
  fixArgs: ["--no-error-on-unmatched-pattern", "--fix"],
  // There is no option, and turning rules off would remove comments that disable them as unused.
  fixWithout: (rules, version) =>
    isSince(version, [8, 57]) ? { steps: [{ kind: "package", name }], fixes: (rule) => !rules.includes(rule) } : null,
  detect: (project) =>
    configuredBy(project, [
      ...["js", "mjs", "cjs", "ts", "mts", "cts"].map((ending) => `eslint.config.${ending}`),
      ...[".js", ".cjs", ".yaml", ".yml", ".json", ""].map((ending) => `.eslintrc${ending}`),
      "package.json#eslintConfig",
    ]),
  read,
  configs: ["eslint.config.*", ".eslintrc*", ".eslintignore", "eslint-suppressions.json"],
  silencers: ["eslint-disable", "/\\*\\s*eslint(?:-env)?\\s", "/\\*\\s*(?:globals?|exported)\\s"],
  ruleUrl: eslintRuleUrl,
  ruleHelp: [{ kind: "package", name: "eslint" }],
};

function read(output: ToolOutput): Reading {
  const results = jsonIn(output.report ?? output.stdout);
  if (!Array.isArray(results)) return broken(output, " and left no whole report");
  if (output.code !== 0 && output.code !== 1 && !hasOldSuppressions(output)) return broken(output);
  const findings = results.flatMap((result: unknown) =>
    array(get(result, "messages"))
      .filter((message) => !isPassedOver(message))
      .map((message) => findingOf(message, text(get(result, "filePath")) ?? "")),
  );
  return output.code === 2 ? { kind: "read", findings } : found(output, findings);
}

/** Otherwise 2 is a failure: here it ran, and a suppressed finding is gone. */
function hasOldSuppressions({ code, stderr }: ToolOutput): boolean {
  return code === 2 && stderr.trimStart().startsWith("There are suppressions left that do not occur anymore");
}

/** A warning about an excluded file. */
function isPassedOver(message: unknown): boolean {
  return (
    get(message, "ruleId") === null &&
    get(message, "line") === undefined &&
    (text(get(message, "message")) ?? "").startsWith("File ignored ")
  );
}

function findingOf(message: unknown, file: string): Finding {
  const finding = findingIn(name, message, { line: "line", column: "column", code: "ruleId", message: "message" });
  return {
    ...finding,
    file,
    code: finding.code ?? (get(message, "fatal") === true ? "parse-error" : null),
    severity: get(message, "severity") === 1 ? "warning" : "error",
    fixable: typeof get(message, "fix") === "object",
  };
}

/** Documentation of plugins; `*` is the rule's name. */
const plugins: ReadonlyMap<string, string> = new Map([
  ["@typescript-eslint", "https://typescript-eslint.io/rules/*"],
  ["@stylistic", "https://eslint.style/rules/*"],
  ["import", "https://github.com/import-js/eslint-plugin-import/blob/main/docs/rules/*.md"],
  ["jest", "https://github.com/jest-community/eslint-plugin-jest/blob/main/docs/rules/*.md"],
  ["jsx-a11y", "https://github.com/jsx-eslint/eslint-plugin-jsx-a11y/blob/main/docs/rules/*.md"],
  ["n", "https://github.com/eslint-community/eslint-plugin-n/blob/master/docs/rules/*.md"],
  ["promise", "https://github.com/eslint-community/eslint-plugin-promise/blob/main/docs/rules/*.md"],
  ["react", "https://github.com/jsx-eslint/eslint-plugin-react/blob/master/docs/rules/*.md"],
  ["unicorn", "https://github.com/sindresorhus/eslint-plugin-unicorn/blob/main/docs/rules/*.md"],
  ["vue", "https://eslint.vuejs.org/rules/*"],
]);

function eslintRuleUrl(code: string): string | null {
  const [, plugin, rule = ""] = /^(?:(@?[\w-]{1,80}(?:\/[\w-]{1,80})?)\/)?([a-z][a-z\d-]{0,80})$/.exec(code) ?? [];
  if (rule === "" || code === "parse-error") return null;
  const page = plugin === undefined ? "https://eslint.org/docs/latest/rules/*" : plugins.get(plugin);
  return page?.replace("*", rule) ?? null;
}
