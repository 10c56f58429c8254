import { toolNamed } from "../../../findings/catalog.ts";
import type { Severity } from "../../../findings/finding.ts";
import { compared } from "../text.ts";
import type { FindingStanding, FixReport, ToolReport } from "../shape.ts";

/** SARIF 2.1.0, one run per tool. Fixed findings are `absent`, introduced ones `new`. */
export function sarifOf(report: FixReport): string {
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: report.tools.map((tool) => runOf(tool, report)),
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function runOf({ name, version }: ToolReport, { findings, recheck }: FixReport): object {
  const own = findings.filter(({ finding }) => finding.tool === name);
  const codes = [...new Set(own.flatMap(({ finding }) => (finding.code === null ? [] : [finding.code])))].sort(
    compared,
  );
  const failed = recheck?.failed.find(({ tool }) => tool === name);
  return {
    tool: {
      driver: {
        name,
        ...(version === null || version === "" ? {} : { version }),
        rules: codes.map((code) => ruleOf(name, code)),
      },
    },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { SRCROOT: { description: { text: "The top of the repository." } } },
    // The recheck failed: the list is what was known before.
    ...(failed === undefined
      ? {}
      : { invocations: [{ executionSuccessful: false, toolExecutionNotifications: [notification(failed.why)] }] }),
    results: own.map((standing) => resultOf(standing, codes)),
  };
}

function notification(why: string): object {
  return { level: "error", message: { text: wellFormed(why) } };
}

function ruleOf(tool: string, code: string): object {
  const url = toolNamed(tool)?.ruleUrl?.(code) ?? null;
  return { id: wellFormed(code), ...(url === null ? {} : { helpUri: url }) };
}

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };
const states: Readonly<Record<FindingStanding["state"], string>> = {
  introduced: "new",
  remaining: "unchanged",
  fixed: "absent",
};

function resultOf({ state, finding, count, files, isAsked }: FindingStanding, codes: readonly string[]): object {
  const { code, severity, message, line, column } = finding;
  const [first, ...others] = files;
  return {
    ...(code === null ? {} : { ruleId: wellFormed(code), ruleIndex: codes.indexOf(code) }),
    level: severity === null ? "warning" : levels[severity],
    message: { text: wellFormed(message) || "(no message)" },
    locations: first === undefined ? [] : [locationOf(first, line, column)],
    ...(others.length === 0 ? {} : { relatedLocations: others.map((file) => locationOf(file, null, null)) }),
    ...(count === 1 ? {} : { occurrenceCount: count }),
    baselineState: states[state],
    properties: { asked: isAsked },
  };
}

function locationOf(file: string, line: number | null, column: number | null): object {
  const region =
    line === null || line < 1
      ? {}
      : { region: { startLine: line, ...(column === null || column < 1 ? {} : { startColumn: column }) } };
  return { physicalLocation: { artifactLocation: { uri: uriOf(file), uriBaseId: "SRCROOT" }, ...region } };
}

/** A relative reference: a colon in the first part would be a scheme, a leading slash a host. */
function uriOf(file: string): string {
  return file
    .split("/")
    .map((part) => encodeURIComponent(wellFormed(part)))
    .join("/")
    .replace(/^\/+/, "");
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}
