import { type Finding, type Reading, severityOf } from "../../finding.ts";
import { array, get, record, text } from "../../formats/json.ts";
import type { Detection, ProjectView, Tool, ToolOutput } from "../../tool.ts";
import { broken, codeIn, counted, found, jsonIn } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";

export const bandit: Tool = {
  name: "bandit",
  program: "bandit",
  home: "python",
  looksAt: ["*.py"],
  reach: "file",
  args: ["--quiet", "--format=json"],
  everything: ["-r", "."],
  env: { PYTHONDONTWRITEBYTECODE: "1" },
  detect,
  read,
  silencers: ["(?i)#\\s*nosec\\b"],
  ruleUrl: (code) => (/^B\d{3}$/.test(code) ? "https://bandit.readthedocs.io/en/latest/plugins/index.html" : null),
};

/** It takes only `.bandit` by itself, and only when it is asked about a folder: the others have to be named. */
function detect(project: ProjectView): Detection | null {
  const config = firstConfig(project, [
    { file: ".bandit" },
    { file: "pyproject.toml", section: /^tool\.bandit(?:\.|$)/, shown: "[tool.bandit]" },
    { file: "bandit.yaml" },
    { file: "bandit.yml" },
  ]);
  if (config === null) return signOf(project, { hooks: ["bandit"], requirement: "bandit" });
  const isIni = config.config === ".bandit" && config.sections.has("bandit");
  const saysWhat = isIni && config.sections.get("bandit")?.has("targets") === true;
  const args = [isIni ? "--ini" : "--configfile", config.config];
  return { config: config.config, because: config.because, args, ...(saysWhat ? { everything: ["-r"] } : {}) };
}

function read(output: ToolOutput): Reading {
  const { stdout, code } = output;
  // Some versions draw a progress bar before it.
  const answer = code > 1 ? undefined : jsonIn(stdout.slice(Math.max(0, stdout.search(/^\{/m))));
  const results = get(answer, "results");
  if (!Array.isArray(results)) return broken(output);
  const unread = array(get(answer, "errors")).flatMap(unreadFile);
  return found(output, [...array(results).flatMap(findingOf), ...unread]);
}

function findingOf(item: unknown): readonly Finding[] {
  if (record(item) === null) return [];
  return [
    {
      tool: "bandit",
      file: text(get(item, "filename")) ?? "",
      line: counted(get(item, "line_number"), 1),
      column: counted(get(item, "col_offset"), 0),
      code: codeIn(get(item, "test_id")),
      message: text(get(item, "issue_text")) ?? "",
      severity: severityOf(text(get(item, "issue_severity"))),
      fixable: false,
    },
  ];
}

/** A file that it could not read, mostly because of a syntax error: its findings are unknown. */
function unreadFile(item: unknown): readonly Finding[] {
  const file = text(get(item, "filename"));
  const message = text(get(item, "reason")) ?? "it could not be read";
  return file === null
    ? []
    : [{ tool: "bandit", file, line: null, column: null, code: null, message, severity: "error", fixable: false }];
}
