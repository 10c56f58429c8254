import type { FindingsFormat } from "../score/rule.ts";
import { toolNamed } from "./catalog.ts";
import type { Reading } from "./finding.ts";
import { readCheckstyle } from "./formats/checkstyle.ts";
import { readGithub } from "./formats/github.ts";
import { readJunit } from "./formats/junit.ts";
import { readLines } from "./formats/lines.ts";
import { readPattern } from "./formats/pattern.ts";
import { readSarif } from "./formats/sarif.ts";
import type { ToolOutput } from "./tool.ts";

/** Longer output is not read: what is in it is not what a person or an agent would mend one by one. */
export const maxOutputBytes = 50 * 1024 * 1024;

/** What the tool of this name found, by the format of its output. */
export function readFindings(format: FindingsFormat, output: ToolOutput, tool: string): Reading {
  const { stdout, stderr, code, report } = output;
  if (stdout.length + stderr.length + (report?.length ?? 0) > maxOutputBytes)
    return { kind: "unreadable", why: `it is longer than ${String(maxOutputBytes)} characters` };
  switch (format.kind) {
    case "tool":
      return (
        toolNamed(format.tool)?.read(output) ?? {
          kind: "unreadable",
          why: `this Tutti knows no tool ${JSON.stringify(format.tool)}`,
        }
      );
    case "sarif":
      return readSarif(report ?? stdout, tool);
    case "checkstyle":
      return unlessSilent(readCheckstyle(report ?? stdout, tool), code);
    case "junit":
      return unlessSilent(readJunit(report ?? stdout, tool), code);
    case "github":
      return unlessSilent(
        both(output, (text) => readGithub(text, tool)),
        code,
      );
    case "lines":
      return unlessSilent(
        both(output, (text) => readLines(text, tool)),
        code,
      );
    case "pattern":
      return unlessSilent(
        both(output, (text) => readPattern(text, format.pattern, tool)),
        code,
      );
  }
}

/** Compilers print findings on stderr. */
function both({ stdout, stderr }: ToolOutput, read: (text: string) => Reading): Reading {
  const first = read(stdout);
  if (first.kind === "unreadable") return first;
  const second = read(stderr);
  return second.kind === "unreadable" ? second : { kind: "read", findings: [...first.findings, ...second.findings] };
}

/**
 * Tools exit with another code than 0 when they find something; one that found nothing and does so has another problem.
 */
function unlessSilent(reading: Reading, code: number): Reading {
  if (reading.kind === "unreadable" || reading.findings.length > 0 || code === 0) return reading;
  return { kind: "unreadable", why: `it exited with ${String(code)} without a finding` };
}
