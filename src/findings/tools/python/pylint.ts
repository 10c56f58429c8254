import { type Finding, type Reading, severityOf } from "../../finding.ts";
import { array, get, record, text } from "../../formats/json.ts";
import type { Tool, ToolOutput } from "../../tool.ts";
import { broken, codeIn, counted, found, jsonIn } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";

export const pylint: Tool = {
  name: "pylint",
  program: "pylint",
  home: "python",
  looksAt: ["*.py", "*.pyi"],
  // Its findings depend on the modules that a file imports.
  reach: "project",
  // `json2` says more, but is not known to versions before 3.
  args: ["--output-format=json", "--reports=n", "--score=n", "--persistent=n"],
  everything: ["--recursive=y", "."],
  env: { PYTHONDONTWRITEBYTECODE: "1" },
  detect: (project) =>
    firstConfig(project, [
      { file: "pylintrc" },
      { file: "pylintrc.toml" },
      { file: ".pylintrc" },
      { file: ".pylintrc.toml" },
      { file: "pyproject.toml", section: /^tool\.pylint(?:\.|$)/, shown: "[tool.pylint]" },
      { file: "setup.cfg", section: /^pylint/, shown: "[pylint]" },
      { file: "tox.ini", section: /^pylint/, shown: "[pylint]" },
    ]) ?? signOf(project, { hooks: ["pylint"], requirement: "pylint" }),
  read,
  silencers: ["#\\s*pylint:\\s*(disable|skip-file)"],
  // The page of one message can't be told without its category.
  ruleUrl: (code) =>
    /^[a-z][a-z\d-]{1,80}$/.test(code)
      ? "https://pylint.readthedocs.io/en/stable/user_guide/messages/messages_overview.html"
      : null,
  ruleHelp: [
    {
      kind: "command",
      nameOf: (code) => (/^(?:[a-z][a-z\d-]{1,80}|[CEFIRW]\d{4})$/.test(code) ? code : null),
      // It takes a second to start.
      atOnce: 60,
      args: (names) => [`--help-msg=${names.join(",")}`],
      read: readHelp,
    },
  ],
};

/** A paragraph each: `:unused-import (W0611): *Unused %s*`, and what it means in lines that are set in. */
function readHelp(stdout: string, name: string): string | null {
  const lines = stdout.split(/\r?\n/);
  const first = lines.findIndex(
    (line) => line.startsWith(`:${name} (`) || (line.startsWith(":") && line.includes(` (${name}): `)),
  );
  if (first === -1) return null;
  const rest = lines.slice(first + 1);
  const end = rest.findIndex((line) => !/^\s+\S/.test(line));
  const meaning = (end === -1 ? rest : rest.slice(0, end)).map((line) => line.trim()).join(" ");
  return `${(lines[first] ?? "").slice(1).trim()}\n${meaning}`.trim();
}

/** Its code is a sum: 1 something fatal, 2 to 16 the kinds of messages, 32 it was called in a wrong way. */
function read(output: ToolOutput): Reading {
  const answer = output.code >= 32 ? undefined : jsonIn(output.stdout);
  const list = Array.isArray(answer) ? answer : get(answer, "messages");
  if (!Array.isArray(list)) return broken(output);
  // It could not look at a file: not there, or it fell over it.
  const fatal = array(list).find((item) => get(item, "type") === "fatal");
  if (fatal !== undefined)
    return broken({ ...output, stderr: text(get(fatal, "message")) ?? "" }, "it could not look at a file");
  return found(output, array(list).flatMap(findingOf));
}

function findingOf(item: unknown): readonly Finding[] {
  if (record(item) === null) return [];
  return [
    {
      tool: "pylint",
      file: text(get(item, "path")) ?? "",
      line: counted(get(item, "line"), 1),
      column: counted(get(item, "column"), 0),
      code: codeIn(get(item, "symbol")) ?? codeIn(get(item, "message-id")) ?? codeIn(get(item, "messageId")),
      message: text(get(item, "message")) ?? "",
      severity: severityOf(text(get(item, "type"))),
      fixable: false,
    },
  ];
}
