import type { FindingsFormat } from "../score/rules/findings.ts";
import { toolNamed } from "./catalog.ts";
import { type Finding, type Reading, makeFinding } from "./finding.ts";
import { readGithub } from "./formats/github.ts";
import { readJunit } from "./formats/junit.ts";
import { readLines } from "./formats/lines.ts";
import { readPattern } from "./formats/pattern.ts";
import { readSarif } from "./formats/sarif.ts";
import { type XmlElement, readXml } from "./formats/xml.ts";
import type { ToolOutput } from "./tool.ts";

/** More are never fixed one by one. */
export const maxOutputBytes = 50 * 1024 * 1024;

export function readFindings(format: FindingsFormat, output: ToolOutput, tool: string): Reading {
  const { stdout, stderr, code, report } = output;
  if (stdout.length + stderr.length + (report?.length ?? 0) > maxOutputBytes)
    return { kind: "unreadable", why: `it is longer than ${maxOutputBytes} characters` };
  const printed = report ?? stdout;
  switch (format.kind) {
    case "tool": {
      const why = `this Tutti knows no tool ${JSON.stringify(format.tool)}`;
      return toolNamed(format.tool)?.read(output) ?? { kind: "unreadable", why };
    }
    case "sarif":
      return readSarif(printed, tool);
    case "checkstyle":
      return unlessSilent(readCheckstyle(printed, tool), code);
    case "junit":
      return unlessSilent(readJunit(printed, tool), code);
    case "github":
    case "lines":
    case "pattern":
      return unlessSilent(
        both(output, (printedText) => {
          if (format.kind === "pattern") return readPattern(printedText, format.pattern, tool);
          return (format.kind === "github" ? readGithub : readLines)(printedText, tool);
        }),
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

/** A tool without findings that exits with an error has another problem. */
function unlessSilent(reading: Reading, code: number): Reading {
  if (reading.kind === "unreadable" || reading.findings.length > 0 || code === 0) return reading;
  return { kind: "unreadable", why: `it exited with ${code} without a finding` };
}

/** `<checkstyle><file name><error line column severity message source/>`. */
export function readCheckstyle(output: string, tool: string): Reading {
  const reading = readXml(output);
  if (reading.kind === "unreadable") return reading;
  const { root } = reading;
  if (root.name !== "checkstyle")
    return { kind: "unreadable", why: `it is XML, but not Checkstyle's: it begins with <${root.name.slice(0, 100)}>` };
  const findings: Finding[] = [];
  for (const file of root.children) {
    // The tool could not check something: not the same as no findings.
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
  const [line, column, code, message, severity] = ["line", "column", "source", "message", "severity"].map((name) =>
    attributes.get(name),
  );
  return makeFinding(tool, { file: file.attributes.get("name"), line, column, code, message, severity });
}
