import type { Finding, Reading } from "../../../finding.ts";
import { outputLines } from "../../../formats/output-lines.ts";
import type { Tool, ToolOutput } from "../../../tool.ts";
import { broken } from "../broken.ts";
import { configuredBy, dependedOn } from "../node-project.ts";

const name = "prettier";

export const prettier: Tool = {
  name,
  program: "prettier",
  home: "node",
  // Its plugins understand more than it does by itself; the others it passes over.
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
  silencers: ["prettier-ignore", "@noprettier"],
};

/** Its code is 2 as soon as one file can't be parsed, and 1 or 2 when it did not get as far as to look. */
function read(output: ToolOutput): Reading {
  const errors = prettierErrors(output.stderr);
  if (errors === null || output.code < 0 || output.code > 2) return broken(output);
  const findings = [
    ...output.stdout
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(unformatted),
    ...errors.map(unparsed),
  ];
  return output.code !== 0 && findings.length === 0 ? broken(output, " without a finding") : { kind: "read", findings };
}

function unformatted(line: string): Finding {
  return {
    tool: name,
    file: line.replace(/\r$/, ""),
    line: null,
    column: null,
    code: "format",
    message: "Prettier would write this file differently",
    severity: "warning",
    fixable: true,
  };
}

function unparsed(error: {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}): Finding {
  return { tool: name, code: "parse-error", severity: "error", fixable: false, ...error };
}

interface SyntaxTrouble {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

const prefix = "[error] ";
const kind = ": SyntaxError: ";
const place = /\((\d{1,9}):(\d{1,9})\)$/;
// The file's lines around the place, as ` > 1 | let = =` and `   | ^`.
const frame = /^(?:>|\s|$)/;

/**
 * Files that Prettier can't parse. `null`: it tells of something else, as a wrong option or a plugin that is not there.
 */
function prettierErrors(stderr: string): readonly SyntaxTrouble[] | null {
  const troubles: SyntaxTrouble[] = [];
  for (const printed of outputLines(stderr)) {
    if (!printed.startsWith(prefix.trimEnd())) continue;
    const line = printed.slice(prefix.length);
    const head = headOf(line);
    const last = troubles.at(-1);
    if (head !== null) troubles.push(head);
    else if (last?.line === null) troubles.splice(-1, 1, goneOn(last, line));
    else if (last === undefined || !frame.test(line)) return null;
  }
  return troubles;
}

function headOf(line: string): SyntaxTrouble | null {
  const at = frame.test(line) ? -1 : line.indexOf(kind);
  return at < 1 ? null : withPlace(line.slice(0, at), line.slice(at + kind.length));
}

/** A message of several lines has its place at the end of the last. */
function goneOn(trouble: SyntaxTrouble, line: string): SyntaxTrouble {
  return withPlace(trouble.file, `${trouble.message}\n${line}`);
}

function withPlace(file: string, said: string): SyntaxTrouble {
  const [whole = "", line, column] = place.exec(said) ?? [];
  if (line === undefined) return { file, line: null, column: null, message: said };
  return { file, line: Number(line), column: Number(column), message: said.slice(0, -whole.length).trim() };
}
