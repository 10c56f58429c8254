import type { Finding, Reading } from "../finding.ts";
import { severityOf } from "../severity.ts";
import { numberIn } from "./number-in.ts";
import { type XmlElement, readXml } from "./xml.ts";

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
