import type { Finding, Reading, Severity } from "../../finding.ts";
import { get, record, text } from "../../formats/json.ts";
import { textFrom } from "../../rule-help.ts";
import type { Tool, ToolOutput } from "../../tool.ts";
import { broken, codeIn, counted, found, jsonIn } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";

const fixArgs = ["check", "--fix", "--exit-zero", "--quiet", "--no-cache", "--force-exclude"];

export const ruff: Tool = {
  name: "ruff",
  program: "ruff",
  home: "python",
  looksAt: ["*.py", "*.pyi", "*.pyw", "*.ipynb", "pyproject.toml"],
  reach: "file",
  // A file that the project leaves out stays out, also when it is named.
  args: ["check", "--output-format=json", "--no-cache", "--no-fix", "--force-exclude"],
  everything: ["."],
  fixArgs,
  // Besides what the project says of that itself.
  fixWithout: (rules) =>
    rules.every((rule) => /^[A-Z]{1,10}\d{1,6}$/.test(rule))
      ? {
          steps: [{ kind: "args", args: [...fixArgs, `--unfixable=${rules.join(",")}`] }],
          fixes: (rule) => !rules.includes(rule),
        }
      : null,
  takesNearest: true,
  detect: (project) =>
    firstConfig(project, [
      { file: ".ruff.toml" },
      { file: "ruff.toml" },
      { file: "pyproject.toml", section: /^tool\.ruff(?:\.|$)/, shown: "[tool.ruff]" },
    ]) ?? signOf(project, { hooks: ["ruff", "ruff-check"], requirement: "ruff" }),
  read,
  silencers: [
    "(?i)#\\s*noqa\\b",
    "(?i)#\\s*(ruff|flake8)\\s*[:=]\\s*noqa\\b",
    "#\\s*ruff\\s*:\\s*(file-)?(ignore|disable)\\b",
    "#\\s*isort\\s*:\\s*(skip|off)",
  ],
  ruleUrl: (code) => (/^[A-Z]{1,10}\d{1,6}$/.test(code) ? `https://docs.astral.sh/ruff/rules/${code}` : null),
  ruleHelp: [
    {
      kind: "command",
      nameOf: (code) => (/^[A-Z]{1,10}\d{1,6}$/.test(code) ? code : null),
      atOnce: 1,
      args: (names) => ["rule", ...names],
      // Before that it says where a rule comes from.
      read: (stdout) => textFrom(stdout, "## What it does"),
    },
  ],
};

function read(output: ToolOutput): Reading {
  const list = output.code > 1 ? undefined : jsonIn(output.stdout);
  return Array.isArray(list) ? found(output, list.flatMap(findingOf)) : broken(output);
}

function findingOf(item: unknown): readonly Finding[] {
  if (record(item) === null) return [];
  // A syntax error has no rule.
  const code = codeIn(get(item, "code"));
  const fix = record(get(item, "fix"));
  return [
    {
      tool: "ruff",
      file: text(get(item, "filename")) ?? "",
      line: counted(get(get(item, "location"), "row"), 1),
      column: counted(get(get(item, "location"), "column"), 1),
      code,
      message: text(get(item, "message")) ?? "",
      severity: severityOfCode(code),
      // Fixes that may change the behaviour are not made unless requested.
      fixable: fix !== null && (text(get(fix, "applicability")) ?? "safe") === "safe",
    },
  ];
}

/**
 * The same codes in ruff and flake8: pyflakes (F and a number) and the errors of pycodestyle that keep a file from
 * being read (E9) are errors. The first letter alone says nothing: FBT, ERA and EM are advice.
 */
export function severityOfCode(code: string | null): Severity {
  return code === null || code === "invalid-syntax" || /^(?:E9|F)\d/.test(code) ? "error" : "warning";
}
