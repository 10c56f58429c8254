import type { FindingsFormat } from "../score/rules/findings.ts";
import { toolNamed } from "./catalog.ts";
import { type Finding, type Reading, severityOf } from "./finding.ts";
import { readGithub } from "./formats/github.ts";
import { readJunit } from "./formats/junit.ts";
import { readLines } from "./formats/lines.ts";
import { numberIn } from "./formats/output-lines.ts";
import { readPattern } from "./formats/pattern.ts";
import { readSarif } from "./formats/sarif.ts";
import { type XmlElement, readXml } from "./formats/xml.ts";
import type { ToolOutput } from "./tool.ts";

/** Longer output is not read: what is in it is not what a person or an agent would fix one by one. */
export const maxOutputBytes = 50 * 1024 * 1024;

/** Reads a tool's findings by the format of its output. */
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

/** Checkstyle's XML, which many tools write: `<checkstyle><file name><error line column severity message source/>`. */
export function readCheckstyle(output: string, tool: string): Reading {
  const reading = readXml(output);
  if (reading.kind === "unreadable") return reading;
  const { root } = reading;
  if (root.name !== "checkstyle")
    return { kind: "unreadable", why: `it is XML, but not Checkstyle's: it begins with <${root.name.slice(0, 100)}>` };
  const findings: Finding[] = [];
  for (const file of root.children) {
    // It came across something that it could not look at: not the same as nothing found.
    const exception = [file, ...file.children].find((element) => element.name === "exception");
    if (exception !== undefined)
      return { kind: "unreadable", why: `it says that the tool broke: ${exception.text.trim().slice(0, 300)}` };
    if (file.name !== "file") continue;
    for (const error of file.children) if (counts(error)) findings.push(findingOf(error, file, tool));
  }
  return { kind: "read", findings };
}

function counts(error: XmlElement): boolean {
  return error.name === "error" && error.attributes.get("severity") !== "ignore";
}

function findingOf({ attributes }: XmlElement, file: XmlElement, tool: string): Finding {
  return {
    tool,
    file: file.attributes.get("name") ?? "",
    line: numberIn(attributes.get("line")),
    column: numberIn(attributes.get("column")),
    code: attributes.get("source") || null,
    message: attributes.get("message") ?? "",
    severity: severityOf(attributes.get("severity") ?? null),
    fixable: false,
  };
}
