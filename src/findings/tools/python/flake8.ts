import { makeFinding } from "../../finding.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { Tool } from "../../tool.ts";
import { broken, found } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";
import { severityOfCode } from "./ruff.ts";

// Plugins have codes of any letters. The shortest beginning before a place and a code is the file.
const shape = /^(.{1,4000}?):(\d{1,9}):(\d{1,9}): ([A-Z]{1,20}\d{1,9})(?: (.*))?$/s;

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
  read: (output) => {
    // A plugin that crashes skips files; the exit code is 1 as for findings.
    const isCrash = /There was a critical error|Traceback \(most recent call last\)/.test(output.stderr);
    if (output.code > 1 || isCrash) return broken(output);
    const findings = [...outputLines(output.stdout)].flatMap((printed) => {
      const [, file, line, column, code, message] = shape.exec(printed) ?? [];
      const severity = severityOfCode(code ?? null);
      return file === undefined ? [] : [makeFinding("flake8", { file, line, column, code, message, severity })];
    });
    return found(output, findings);
  },
  configs: [".flake8"],
  silencers: ["(?i)#\\s*noqa\\b", "(?i)#\\s*flake8\\s*[:=]\\s*noqa\\b"],
  ruleUrl: (code) => (/^[CEFW]\d{3}$/.test(code) ? `https://www.flake8rules.com/rules/${code}.html` : null),
};
