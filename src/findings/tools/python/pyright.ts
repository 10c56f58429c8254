import { findingIn } from "../../finding.ts";
import { countedFrom0, get } from "../../formats/json.ts";
import type { Tool } from "../../tool.ts";
import { readList } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";

const places = { file: "file", code: "rule", message: "message", severity: "severity" };

export const pyright: Tool = {
  name: "pyright",
  program: "pyright",
  home: "python",
  looksAt: ["*.py", "*.pyi"],
  reach: "project",
  args: ["--outputjson"],
  // Named files would replace those of its configuration.
  everything: [],
  detect: (project) =>
    firstConfig(project, [
      { file: "pyrightconfig.json" },
      { file: "pyproject.toml", section: /^tool\.pyright(?:\.|$)/, shown: "[tool.pyright]" },
    ]) ?? signOf(project, { hooks: ["pyright"], requirement: "pyright" }),
  // With 3 it ran without its configuration, which it could not read.
  read: (output) =>
    readList(output, ["generalDiagnostics"], (item) => ({
      ...findingIn("pyright", item, places),
      line: countedFrom0(get(item, "range", "start", "line")),
      column: countedFrom0(get(item, "range", "start", "character")),
    })),
  configs: ["pyrightconfig.json"],
  silencers: ["#\\s*pyright:\\s*\\w", "#\\s*type:\\s*ignore\\b"],
  ruleUrl: (code) =>
    /^report[A-Za-z]{1,60}$/.test(code)
      ? `https://github.com/microsoft/pyright/blob/main/docs/configuration.md#${code}`
      : null,
};
