import { type Finding, type Reading, makeFinding } from "../finding.ts";
import { array, get, jsonIn, record, text, whole } from "./json.ts";

/** SARIF 2.1.0, without suppressed, passed and absent results. */
export function readSarif(output: string, tool: string): Reading {
  const log = jsonIn(output);
  if (log === undefined) return { kind: "unreadable", why: "it is not JSON" };
  const runs = array(get(log, "runs"));
  if (runs.length === 0) return { kind: "unreadable", why: "it is JSON, but there are no SARIF runs in it" };
  const findings: Finding[] = [];
  for (const run of runs) {
    // A run without results checked nothing.
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
  const place = get(array(get(result, "locations"))[0], "physicalLocation");
  return makeFinding(tool, {
    file: fileOf(place, run),
    line: get(place, "region", "startLine"),
    column: get(place, "region", "startColumn"),
    code: text(get(result, "ruleId")) ?? text(get(result, "rule", "id")) ?? get(rule, "id"),
    message: messageText(result, rule),
    severity: levelOf(result, rule),
    fixable: array(get(result, "fixes")).length > 0,
  });
}

/** Section 3.27.10: the result, else none if it is no failure, else the rule, else a warning. */
function levelOf(result: unknown, rule: unknown): string {
  const isFailure = (text(get(result, "kind")) ?? "fail") === "fail";
  return (
    text(get(result, "level")) ?? (isFailure ? (text(get(rule, "defaultConfiguration", "level")) ?? "warning") : "none")
  );
}

/** The rule may have the message, with placeholders for the result's arguments. */
function messageText(result: unknown, rule: unknown): string {
  const message = get(result, "message");
  const id = text(get(message, "id"));
  const own = text(get(message, "text")) ?? text(get(message, "markdown"));
  const written = own ?? (id === null ? null : text(get(rule, "messageStrings", id, "text"))) ?? id ?? "";
  const values = array(get(message, "arguments"));
  return written.replaceAll(/\{(\d{1,3})\}/g, (hole, index: string) => text(values[Number(index)]) ?? hole);
}

/** By index in the tool or an extension, else by name. */
function rulesOf(run: unknown): (result: unknown) => unknown {
  const tool = get(run, "tool");
  const named = new Map<string, unknown>();
  for (const component of [get(tool, "driver"), ...array(get(tool, "extensions"))]) {
    for (const rule of array(get(component, "rules"))) {
      const id = text(get(rule, "id"));
      if (id !== null && !named.has(id)) named.set(id, rule);
    }
  }
  return (result) => {
    const written = get(result, "rule");
    const index = whole(get(result, "ruleIndex")) ?? whole(get(written, "index"));
    const extension = whole(get(written, "toolComponent", "index"));
    const component = extension === null ? get(tool, "driver") : array(get(tool, "extensions"))[extension];
    const id = text(get(result, "ruleId")) ?? text(get(written, "id")) ?? "";
    // An id may extend its rule's: `CA1000/1`.
    return (
      (index === null ? undefined : array(get(component, "rules"))[index]) ??
      named.get(id) ??
      named.get(id.replace(/\/[^/]*$/, ""))
    );
  };
}

/** A URI, in the result or in the run's artifacts, absolute or below a named base. */
function fileOf(place: unknown, run: unknown): string {
  const written = get(place, "artifactLocation");
  const index = whole(get(written, "index"));
  const location =
    text(get(written, "uri")) === null && index !== null
      ? get(array(get(run, "artifacts"))[index], "location")
      : written;
  const uri = text(get(location, "uri")) ?? "";
  const base = text(get(location, "uriBaseId"));
  const isAbsolute = /^(?:[a-z][a-z\d+.-]+:|\/)/i.test(uri);
  return pathOf(isAbsolute || base === null ? uri : `${baseUri(base, run)}${uri}`);
}

/** An undefined base means the tool's folder. */
function baseUri(name: string, run: unknown): string {
  const uri = text(get(run, "originalUriBaseIds", name, "uri")) ?? "";
  return uri === "" || uri.endsWith("/") ? uri : `${uri}/`;
}

function pathOf(uri: string): string {
  const path = uri.replace(/^file:(?:\/\/[^/]*)?(?=\/)/i, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
