import type { Finding, Reading } from "../finding.ts";
import { counted } from "./json.ts";
import { type XmlElement, readXml } from "./xml.ts";

/** JUnit XML: each failure or error of a test or a suite is a finding. */
export function readJunit(output: string, tool: string): Reading {
  const reading = readXml(output);
  if (reading.kind === "unreadable") return reading;
  const { root } = reading;
  const suites = root.name === "testsuite" ? [root] : root.name === "testsuites" ? root.children.filter(isSuite) : [];
  if (suites.length === 0)
    return { kind: "unreadable", why: `it is XML, but there is no test suite in <${root.name.slice(0, 100)}>` };
  const findings = suites.flatMap((suite) => findingsIn(suite, [], tool));
  // Counted failures without names would be lost.
  if (findings.length === 0 && [root, ...suites].some(countsFailures))
    return { kind: "unreadable", why: "it counts tests that failed, but names none" };
  return { kind: "read", findings };
}

function isSuite({ name }: XmlElement): boolean {
  return name === "testsuite";
}

function isFailure({ name }: XmlElement): boolean {
  return name === "failure" || name === "error";
}

function countsFailures({ attributes }: XmlElement): boolean {
  return ["failures", "errors"].some((name) => counted(attributes.get(name)) !== null);
}

/** The document bounds the depth. */
function findingsIn(suite: XmlElement, around: readonly XmlElement[], tool: string): readonly Finding[] {
  const path = [...around, suite];
  return suite.children.flatMap((child): readonly Finding[] => {
    if (isSuite(child)) return findingsIn(child, path, tool);
    if (isFailure(child)) return [findingOf(child, path, tool)];
    return child.name === "testcase"
      ? child.children.filter(isFailure).map((failure) => findingOf(failure, [...path, child], tool))
      : [];
  });
}

function findingOf(failure: XmlElement, around: readonly XmlElement[], tool: string): Finding {
  const place = placeOf(failure, around);
  const message = `${nameOf(around.at(-1))}: ${saidBy(failure)}`;
  return { tool, ...place, code: failure.attributes.get("type") || null, message, severity: "error", fixable: false };
}

/** Many names begin with the class already. */
function nameOf(test: XmlElement | undefined): string {
  const name = test?.attributes.get("name") ?? "";
  const group = test?.attributes.get("classname") ?? "";
  return group === "" || name.startsWith(group) ? name : `${group} > ${name}`;
}

const maxMessage = 2_000;

function saidBy({ attributes, text, name }: XmlElement): string {
  const said = attributes.get("message")?.trim() || /\S[^\n]*/.exec(text)?.[0].trim() || name;
  return said.slice(0, maxMessage);
}

/** From the report, innermost first, else from the failure's text. */
function placeOf(failure: XmlElement, around: readonly XmlElement[]): TextPlace {
  const owners = [failure, ...around.toReversed()];
  const owner = owners.find(({ attributes }) => attributes.get("file"));
  const named = owner?.attributes.get("file") ?? owners.map(pathIn).find((path) => path !== null) ?? null;
  const inText = placesIn(`${failure.attributes.get("message") ?? ""}\n${failure.text}`);
  if (named === null) return inText[0] ?? { file: "", line: null, column: null };
  const line = counted(owner?.attributes.get("line"));
  if (line !== null) return { file: named, line, column: counted(owner?.attributes.get("column")) };
  return { line: null, column: null, ...inText.find(({ file }) => isSame(file, named)), file: named };
}

/** JavaScript runners name a class or suite by its file. */
function pathIn({ attributes }: XmlElement): string | null {
  return (
    [attributes.get("classname"), attributes.get("name")].find(
      (name) => name !== undefined && /^[^\s:]+\.[cm]?[jt]sx?$/.test(name),
    ) ?? null
  );
}

/** One may be absolute or have more parent folders. */
function isSame(one: string, other: string): boolean {
  return (
    one === other || one.endsWith(`/${other.replace(/^\.\//, "")}`) || other.endsWith(`/${one.replace(/^\.\//, "")}`)
  );
}

interface TextPlace {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** A fix begins near the top of a trace. */
const maxLines = 200;
const maxLength = 2_000;

// No character can begin two matches, so matching is linear.
const coloned = /(?:^|[\s(@"'])([A-Za-z]:[\\/][^\s:()@"']+|[^\s:()@"']+\.\w{1,10}):(\d{1,9})(?::(\d{1,9}))?(?!\d)/;
const python = /File "([^"]+)", line (\d{1,9})/;
const foreign = /(?:^|[\\/])(?:node_modules|site-packages|dist-packages)[\\/]|^(?:node:|internal\/|<)/;

function placesIn(text: string): readonly TextPlace[] {
  return text
    .split("\n", maxLines)
    .map((line) => line.slice(0, maxLength).replaceAll("file://", ""))
    .flatMap((line): readonly TextPlace[] => {
      const [, file, number, column] = python.exec(line) ?? coloned.exec(line) ?? [];
      return file === undefined || foreign.test(file) ? [] : [{ file, line: counted(number), column: counted(column) }];
    });
}
