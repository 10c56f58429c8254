import type { Finding, Reading } from "../../finding.ts";
import type { Tool, ToolOutput } from "../../tool.ts";
import { broken } from "./broken.ts";
import { configuredBy, dependedOn } from "./node-project.ts";
import { prettierErrors } from "./prettier-errors.ts";

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
