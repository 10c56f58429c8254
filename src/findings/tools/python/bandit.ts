import { type Finding, findingIn, makeFinding } from "../../finding.ts";
import { countedFrom0, get, jsonIn, records } from "../../formats/json.ts";
import type { Detection, ProjectView, Tool } from "../../tool.ts";
import { broken, found } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";

const name = "bandit";

export const bandit: Tool = {
  name,
  program: "bandit",
  home: "python",
  looksAt: ["*.py"],
  reach: "file",
  args: ["--quiet", "--format=json"],
  everything: ["-r", "."],
  env: { PYTHONDONTWRITEBYTECODE: "1" },
  detect,
  read: (output) => {
    const { stdout, code } = output;
    // Some versions draw a progress bar first.
    const answer = code > 1 ? undefined : jsonIn(stdout.slice(Math.max(0, stdout.search(/^\{/m))));
    if (!Array.isArray(get(answer, "results"))) return broken(output);
    return found(output, [
      ...records(get(answer, "results")).map(findingOf),
      ...records(get(answer, "errors")).flatMap(unreadFile),
    ]);
  },
  configs: [".bandit", "bandit.yaml"],
  silencers: ["(?i)#\\s*nosec\\b"],
  ruleUrl: (code) => (/^B\d{3}$/.test(code) ? "https://bandit.readthedocs.io/en/latest/plugins/index.html" : null),
};

/** By itself it reads only `.bandit`, and only for a folder: others must be named. */
function detect(project: ProjectView): Detection | null {
  const config = firstConfig(project, [
    { file: ".bandit" },
    { file: "pyproject.toml", section: /^tool\.bandit(?:\.|$)/, shown: "[tool.bandit]" },
    { file: "bandit.yaml" },
    { file: "bandit.yml" },
  ]);
  if (config === null) return signOf(project, { hooks: [name], requirement: name });
  const isIni = config.config === ".bandit" && config.sections.has(name);
  const saysWhat = isIni && config.sections.get(name)?.has("targets") === true;
  const args = [isIni ? "--ini" : "--configfile", config.config];
  return { config: config.config, because: config.because, args, ...(saysWhat ? { everything: ["-r"] } : {}) };
}

function findingOf(item: unknown): Finding {
  const places = {
    file: "filename",
    line: "line_number",
    code: "test_id",
    message: "issue_text",
    severity: "issue_severity",
  };
  return { ...findingIn(name, item, places), column: countedFrom0(get(item, "col_offset")) };
}

/** Mostly a syntax error: the findings of this file are unknown. */
function unreadFile(item: unknown): readonly Finding[] {
  const file = get(item, "filename");
  const message = get(item, "reason") ?? "it could not be read";
  return typeof file === "string" ? [makeFinding(name, { file, message, severity: "error" })] : [];
}
