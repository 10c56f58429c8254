import { type Reading, findingIn } from "../../finding.ts";
import { countedFrom0, get, jsonIn, records, text } from "../../formats/json.ts";
import type { Tool, ToolOutput } from "../../tool.ts";
import { broken, found } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";

export const pylint: Tool = {
  name: "pylint",
  program: "pylint",
  home: "python",
  looksAt: ["*.py", "*.pyi"],
  // Findings depend on imported modules.
  reach: "project",
  // Versions before 3 do not know `json2`.
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
  configs: ["pylintrc*", ".pylintrc*"],
  silencers: ["#\\s*pylint:\\s*(disable|skip-file)"],
  // The address of a message needs its category, which is unknown here.
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

/** `:unused-import (W0611): *Unused %s*`, followed by indented lines. */
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

const places = { file: "path", line: "line", message: "message", severity: "type" };

/** Its exit code is a sum: 1 fatal, 2 to 16 kinds of messages, 32 a wrong call. */
function read(output: ToolOutput): Reading {
  const answer = output.code >= 32 ? undefined : jsonIn(output.stdout);
  const list = Array.isArray(answer) ? answer : get(answer, "messages");
  if (!Array.isArray(list)) return broken(output);
  const fatal = records(list).find((item) => get(item, "type") === "fatal");
  if (fatal !== undefined)
    return broken({ ...output, stderr: text(get(fatal, "message")) ?? "" }, " and could not check a file");
  const findings = records(list).map((item) => ({
    ...findingIn("pylint", item, places),
    column: countedFrom0(get(item, "column")),
    code: ["symbol", "message-id", "messageId"].map((key) => text(get(item, key)) || null).find(Boolean) ?? null,
  }));
  return found(output, findings);
}
