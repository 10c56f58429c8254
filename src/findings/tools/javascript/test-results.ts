import { type Finding, type Reading, makeFinding } from "../../finding.ts";
import { array, get, jsonIn, text } from "../../formats/json.ts";
import { outputLines } from "../../formats/output-lines.ts";
import type { ToolOutput } from "../../tool.ts";
import { broken } from "../config/reading.ts";

/** Failed tests in Jest's report format, which Vitest has too. */
export function readTestResults(output: ToolOutput, tool: string): Reading {
  const report = jsonIn(output.report ?? output.stdout);
  const suites = get(report, "testResults");
  if (!Array.isArray(suites)) return broken(output, " and left no whole report");
  if (get(report, "wasInterrupted") === true) return broken(output, " before all tests were run");
  if (output.code !== 0 && output.code !== 1) return broken(output);
  const findings = suites.flatMap((suite: unknown) => findingsOf(suite, tool));
  const isBad = output.code !== 0 || get(report, "success") === false;
  return isBad && findings.length === 0 ? broken(output, " although no test failed") : { kind: "read", findings };
}

function findingsOf(suite: unknown, tool: string): readonly Finding[] {
  const file = text(get(suite, "name")) ?? "";
  const failed = array(get(suite, "assertionResults")).filter((one) => get(one, "status") === "failed");
  if (failed.length > 0) return failed.map((one) => failedTest(one, file, tool));
  return get(suite, "status") === "failed" ? [failedSuite(suite, file, tool)] : [];
}

function failedTest(test: unknown, file: string, tool: string): Finding {
  const failure = text(array(get(test, "failureMessages"))[0]) ?? "";
  const title = text(get(test, "fullName")) ?? text(get(test, "title")) ?? "";
  const said = firstLine(failure);
  const place = placeIn(failure, file) ?? {
    line: get(test, "location", "line"),
    column: get(test, "location", "column"),
  };
  const message = said === "" ? title : `${title}: ${said}`;
  return makeFinding(tool, { file, ...place, code: "test-failed", message, severity: "error" });
}

/** It could not be loaded, or failed before its first test. */
function failedSuite(suite: unknown, file: string, tool: string): Finding {
  const said = text(get(suite, "message")) ?? "";
  const message = firstLine(said) || "the file could not be run";
  return makeFinding(tool, { file, ...placeIn(said, file), code: "suite-failed", message, severity: "error" });
}

/** The innermost stack frame in the file. */
function placeIn(stack: string, file: string): { readonly line: number; readonly column: number } | null {
  for (const line of outputLines(stack)) {
    const [end = "", row, column] = /^\s+at /.test(line) ? (/:(\d{1,9}):(\d{1,9})\)?$/.exec(line) ?? []) : [];
    if (row !== undefined && isIn(line.slice(0, -end.length), file))
      return { line: Number(row), column: Number(column) };
  }
  return null;
}

/** `at name (path` or `at path`; Jest shortens the path of a file that could not be loaded. */
function isIn(frame: string, file: string): boolean {
  const at = Math.max(frame.lastIndexOf(" (") + 2, frame.indexOf("at ") + 3);
  return file !== "" && (frame.endsWith(file) || file.endsWith(`/${frame.slice(at)}`));
}

/** Jest prints advice before the syntax error. */
function firstLine(said: string): string {
  const lines = [...outputLines(said)]
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("● "));
  return lines.find((line) => line.startsWith("SyntaxError: ")) ?? lines[0] ?? "";
}
