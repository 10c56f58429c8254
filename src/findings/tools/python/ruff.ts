import { type Severity, findingIn } from "../../finding.ts";
import { get, record, text } from "../../formats/json.ts";
import { textFrom } from "../../rule-help.ts";
import type { Tool } from "../../tool.ts";
import { readList } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";

const fixArgs = ["check", "--fix", "--exit-zero", "--quiet", "--no-cache", "--force-exclude"];
const places = { file: "filename", line: "location.row", column: "location.column", code: "code", message: "message" };
const rule = /^[A-Z]{1,10}\d{1,6}$/;

export const ruff: Tool = {
  name: "ruff",
  program: "ruff",
  home: "python",
  looksAt: ["*.py", "*.pyi", "*.pyw", "*.ipynb", "pyproject.toml"],
  reach: "file",
  // Excluded files stay excluded when they are named.
  args: ["check", "--output-format=json", "--no-cache", "--no-fix", "--force-exclude"],
  everything: ["."],
  fixArgs,
  fixWithout: (rules) =>
    rules.every((code) => rule.test(code))
      ? {
          steps: [{ kind: "args", args: [...fixArgs, `--unfixable=${rules.join(",")}`] }],
          fixes: (code) => !rules.includes(code),
        }
      : null,
  takesNearest: true,
  detect: (project) =>
    firstConfig(project, [
      { file: ".ruff.toml" },
      { file: "ruff.toml" },
      { file: "pyproject.toml", section: /^tool\.ruff(?:\.|$)/, shown: "[tool.ruff]" },
    ]) ?? signOf(project, { hooks: ["ruff", "ruff-check"], requirement: "ruff" }),
  read: (output) =>
    readList(output, [], (item) => {
      const finding = findingIn("ruff", item, places);
      const fix = record(get(item, "fix"));
      // Fixes that may change the behaviour are made only on request.
      const fixable = fix !== null && (text(get(fix, "applicability")) ?? "safe") === "safe";
      return { ...finding, severity: severityOfCode(finding.code), fixable };
    }),
  configs: ["ruff.toml", ".ruff.toml", ".gitignore"],
  silencers: [
    "(?i)#\\s*noqa\\b",
    "(?i)#\\s*(ruff|flake8)\\s*[:=]\\s*noqa\\b",
    "#\\s*ruff\\s*:\\s*(file-)?(ignore|disable)\\b",
    "#\\s*isort\\s*:\\s*(skip|off)",
  ],
  ruleUrl: (code) => (rule.test(code) ? `https://docs.astral.sh/ruff/rules/${code}` : null),
  ruleHelp: [
    {
      kind: "command",
      nameOf: (code) => (rule.test(code) ? code : null),
      atOnce: 1,
      args: (names) => ["rule", ...names],
      read: (stdout) => textFrom(stdout, "## What it does"),
    },
  ],
};

/**
 * For ruff and flake8: pyflakes (F and a number) and the errors of pycodestyle that keep a file from being read (E9).
 * FBT, ERA and EM are advice. A syntax error has no code.
 */
export function severityOfCode(code: string | null): Severity {
  return code === null || code === "invalid-syntax" || /^(?:E9|F)\d/.test(code) ? "error" : "warning";
}
