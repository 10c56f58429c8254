import { type Finding, type Reading, severityOf } from "../../finding.ts";
import { array, get, record, text } from "../../formats/json.ts";
import type { Tool, ToolOutput } from "../../tool.ts";
import { broken, codeIn, counted, found, jsonIn } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";

export const pyright: Tool = {
  name: "pyright",
  program: "pyright",
  home: "python",
  looksAt: ["*.py", "*.pyi"],
  reach: "project",
  args: ["--outputjson"],
  // Its configuration says what it looks at; files that are named take the place of all of that.
  everything: [],
  detect: (project) =>
    firstConfig(project, [
      { file: "pyrightconfig.json" },
      { file: "pyproject.toml", section: /^tool\.pyright(?:\.|$)/, shown: "[tool.pyright]" },
    ]) ?? signOf(project, { hooks: ["pyright"], requirement: "pyright" }),
  read,
  silencers: ["#\\s*pyright:\\s*\\w", "#\\s*type:\\s*ignore\\b"],
  ruleUrl: (code) =>
    /^report[A-Za-z]{1,60}$/.test(code)
      ? `https://github.com/microsoft/pyright/blob/main/docs/configuration.md#${code}`
      : null,
};

/**
 * With 3 its configuration could not be read, and it went on without: what it prints then is not what the project asked
 * for.
 */
function read(output: ToolOutput): Reading {
  const answer = output.code > 1 ? undefined : jsonIn(output.stdout);
  const list = get(answer, "generalDiagnostics");
  return Array.isArray(list) ? found(output, array(list).flatMap(findingOf)) : broken(output);
}

function findingOf(item: unknown): readonly Finding[] {
  if (record(item) === null) return [];
  const start = get(get(item, "range"), "start");
  return [
    {
      tool: "pyright",
      file: text(get(item, "file")) ?? "",
      line: counted(get(start, "line"), 0),
      column: counted(get(start, "character"), 0),
      code: codeIn(get(item, "rule")),
      message: text(get(item, "message")) ?? "",
      severity: severityOf(text(get(item, "severity"))),
      fixable: false,
    },
  ];
}
