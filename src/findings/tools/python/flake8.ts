import type { Finding, Reading } from "../../finding.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { Tool, ToolOutput } from "../../tool.ts";
import { broken, counted, found } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";
import { severityOfCode } from "./ruff.ts";

export const flake8: Tool = {
  name: "flake8",
  program: "flake8",
  home: "python",
  looksAt: ["*.py"],
  reach: "file",
  args: ["--format=default"],
  everything: ["."],
  env: { PYTHONDONTWRITEBYTECODE: "1" },
  detect: (project) =>
    firstConfig(project, [
      { file: "setup.cfg", section: /^flake8$/, shown: "[flake8]" },
      { file: "tox.ini", section: /^flake8$/, shown: "[flake8]" },
      { file: ".flake8" },
    ]) ?? signOf(project, { hooks: ["flake8"], requirement: "flake8" }),
  read,
  silencers: ["(?i)#\\s*noqa\\b", "(?i)#\\s*flake8\\s*[:=]\\s*noqa\\b"],
  ruleUrl: (code) => (/^[CEFW]\d{3}$/.test(code) ? `https://www.flake8rules.com/rules/${code}.html` : null),
};

function read(output: ToolOutput): Reading {
  // A plugin that falls over leaves some files unseen; the code is 1 as for findings.
  const isCrash =
    output.stderr.includes("There was a critical error") || output.stderr.includes("Traceback (most recent call last)");
  return output.code > 1 || isCrash
    ? broken(output)
    : found(output, [...outputLines(output.stdout)].flatMap(findingOf));
}

// Plugins have codes of any letters. The shortest beginning that a place and a code follow is the file.
const shape = /^(.{1,4000}?):(\d{1,9}):(\d{1,9}): ([A-Z]{1,20}\d{1,9})(?: (.*))?$/s;

function findingOf(line: string): readonly Finding[] {
  const [, file, row, column, code, message = ""] = shape.exec(line) ?? [];
  if (file === undefined || code === undefined) return [];
  return [
    {
      tool: "flake8",
      file,
      line: counted(Number(row), 1),
      column: counted(Number(column), 1),
      code,
      message,
      severity: severityOfCode(code),
      fixable: false,
    },
  ];
}
