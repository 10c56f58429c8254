import { type Finding, type Reading, makeFinding } from "../../../finding.ts";
import { outputLines } from "../../../formats/output-lines.ts";
import type { Tool, ToolOutput } from "../../../tool.ts";
import { broken, found } from "../../config/reading.ts";
import { configuredBy, dependedOn } from "../node-project.ts";

const name = "prettier";

export const prettier: Tool = {
  name,
  program: "prettier",
  home: "node",
  // Plugins read more files; others are skipped.
  looksAt: ["*"],
  reach: "file",
  args: ["--list-different", "--ignore-unknown", "--no-error-on-unmatched-pattern", "--no-color"],
  everything: ["."],
  fixArgs: ["--write", "--ignore-unknown", "--no-error-on-unmatched-pattern", "--no-color"],
  takesNearest: true,
  detect: (project) =>
    configuredBy(project, [
      "package.json#prettier",
      "package.yaml#prettier",
      ...["", ".json", ".yml", ".yaml", ".json5"].map((ending) => `.prettierrc${ending}`),
      ...["js", "ts", "mjs", "mts", "cjs", "cts"].flatMap((ending) => [
        `.prettierrc.${ending}`,
        `prettier.config.${ending}`,
      ]),
      ".prettierrc.toml",
    ]) ?? dependedOn(project, "prettier"),
  read,
  configs: [".prettierrc*", "prettier.config.*", ".prettierignore", ".editorconfig", ".gitignore"],
  silencers: ["prettier-ignore", "@noprettier"],
};

/** It exits with 2 if a file can't be parsed, and with 1 or 2 if it checked nothing. */
function read(output: ToolOutput): Reading {
  const errors = prettierErrors(output.stderr);
  if (errors === null || output.code < 0 || output.code > 2) return broken(output);
  const files = output.stdout.split("\n").filter((line) => line.trim() !== "");
  return found(output, [...files.map(unformatted), ...errors]);
}

function unformatted(line: string): Finding {
  return makeFinding(name, {
    file: line.replace(/\r$/, ""),
    code: "format",
    message: "Prettier would write this file differently",
    severity: "warning",
    fixable: true,
  });
}

const prefix = "[error] ";
const kind = ": SyntaxError: ";
// Lines of the file around the place, such as ` > 1 | let = =` and `   | ^`.
const frame = /^(?:>|\s|$)/;

/** Files that can't be parsed. `null`: another error, such as a wrong option or a missing plugin. */
function prettierErrors(stderr: string): readonly Finding[] | null {
  const errors: Finding[] = [];
  for (const printed of outputLines(stderr)) {
    if (!printed.startsWith(prefix.trimEnd())) continue;
    const line = printed.slice(prefix.length);
    const at = frame.test(line) ? -1 : line.indexOf(kind);
    const last = errors.at(-1);
    if (at >= 1) errors.push(unparsed(line.slice(0, at), line.slice(at + kind.length)));
    // A message of several lines ends with its place.
    else if (last?.line === null) errors.splice(-1, 1, unparsed(last.file, `${last.message}\n${line}`));
    else if (last === undefined || !frame.test(line)) return null;
  }
  return errors;
}

function unparsed(file: string, said: string): Finding {
  const [whole = "", line, column] = /\((\d{1,9}):(\d{1,9})\)$/.exec(said) ?? [];
  const message = line === undefined ? said : said.slice(0, -whole.length).trim();
  return makeFinding(name, { file, line, column, code: "parse-error", message, severity: "error" });
}
