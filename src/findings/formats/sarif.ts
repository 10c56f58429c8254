import { messageOf } from "../../base/error.ts";
import type { Finding, Reading } from "../finding.ts";
import { severityOf } from "../severity.ts";
import { fileOf, firstLocation } from "./sarif-location.ts";
import { rulesOf } from "./sarif-rules.ts";
import { array, counted, get, record, text } from "./json.ts";

/** SARIF 2.1.0. Problems that the tool itself calls suppressed, passed or gone are not findings. */
export function readSarif(output: string, tool: string): Reading {
  let log: unknown;
  try {
    log = JSON.parse(output);
  } catch (error) {
    return { kind: "unreadable", why: `it is not JSON: ${messageOf(error)}` };
  }
  const runs = array(get(log, "runs"));
  if (runs.length === 0) return { kind: "unreadable", why: "it is JSON, but there are no SARIF runs in it" };
  const findings: Finding[] = [];
  for (const run of runs) {
    // A run without results says that nobody looked.
    if (!Array.isArray(get(run, "results")))
      return { kind: "unreadable", why: "it is SARIF, but a run in it has no results" };
    if (hasFailed(run))
      return { kind: "unreadable", why: "it says that the tool did not run to its end (executionSuccessful is false)" };
    const rules = rulesOf(run);
    for (const result of array(get(run, "results")))
      if (counts(result)) findings.push(findingOf(result, { run, rule: rules(result) }, tool));
  }
  return { kind: "read", findings };
}

function hasFailed(run: unknown): boolean {
  return array(get(run, "invocations")).some((invocation) => get(invocation, "executionSuccessful") === false);
}

function counts(result: unknown): boolean {
  if (record(result) === null) return false;
  const suppressions = array(get(result, "suppressions"));
  const isSuppressed =
    suppressions.length > 0 && suppressions.every((one) => (get(one, "status") ?? "accepted") === "accepted");
  const isProblem = ["fail", "open", "review"].includes(text(get(result, "kind")) ?? "fail");
  return isProblem && !isSuppressed && get(result, "baselineState") !== "absent";
}

function findingOf(result: unknown, { run, rule }: { run: unknown; rule: unknown }, tool: string): Finding {
  const place = firstLocation(result);
  return {
    tool,
    file: fileOf(place, run),
    line: counted(get(get(place, "region"), "startLine")),
    column: counted(get(get(place, "region"), "startColumn")),
    code: text(get(result, "ruleId")) ?? text(get(get(result, "rule"), "id")) ?? text(get(rule, "id")),
    message: messageText(result, rule),
    severity: severityOf(levelOf(result, rule)),
    fixable: array(get(result, "fixes")).length > 0,
  };
}

/**
 * By the standard (3.27.10): what the result says, else none for what is no failure, else what its rule says, else a
 * warning.
 */
function levelOf(result: unknown, rule: unknown): string {
  const isFailure = (text(get(result, "kind")) ?? "fail") === "fail";
  return (
    text(get(result, "level")) ??
    (isFailure ? (text(get(get(rule, "defaultConfiguration"), "level")) ?? "warning") : "none")
  );
}

/** A message may stand in the rule, with numbered holes for the result's arguments. */
function messageText(result: unknown, rule: unknown): string {
  const message = get(result, "message");
  const id = text(get(message, "id"));
  const own = text(get(message, "text")) ?? text(get(message, "markdown"));
  const written = own ?? (id === null ? null : text(get(get(get(rule, "messageStrings"), id), "text"))) ?? id ?? "";
  const values = array(get(message, "arguments"));
  return written.replaceAll(/\{(\d{1,3})\}/g, (hole, index: string) => text(values[Number(index)]) ?? hole);
}
