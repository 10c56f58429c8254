import { RE2JS } from "re2js";
import { messageOf, unreachable } from "../base/error.ts";
import { namesIn } from "../score/expression/ast.ts";
import { holds } from "../score/expression/condition.ts";
import type { Value } from "../score/expression/value.ts";
import type { ConcreteCheck, FilePlace, Validation } from "../score/plan/rule.ts";
import type { ValidationResult, Verdict } from "../sheet/verdict.ts";
import { leftOutFailure, missingFailure, rootOf, shown, textOf } from "./file-place.ts";
import { diffFailure, modifiedFailure, unchangedFailure } from "./kinds/changes.ts";
import { commandFailure } from "./kinds/command.ts";
import { findingsOutcome } from "./kinds/findings/findings.ts";
import { queryJson } from "./kinds/json-query.ts";
import { judgeFailure } from "./kinds/judge.ts";
import type { CheckParts, CheckPlace, Failure, Outcome } from "./place.ts";
import { findInside } from "./read-inside.ts";

/**
 * Runs a sheet's validations, stage after stage. All of a stage are run, so that the verdict names everything that is
 * missing; when one of them fails, those of later stages are not. Results keep the order of the list.
 */
export async function runValidations(
  parts: CheckParts,
  validations: readonly Validation[],
  place: CheckPlace,
): Promise<Verdict> {
  if (validations.length === 0) return { kind: "unvalidated" };
  const staged = [...validations.entries()].sort(([, one], [, other]) => one.stage - other.stage);
  const results: ValidationResult[] = [];
  let stop: Validation | undefined;
  for (const [index, validation] of staged) {
    if (stop !== undefined && validation.stage > stop.stage) {
      results.push({ index, description: validation.description, passed: false, reason: notRun(stop), skipped: true });
      continue;
    }
    const { kind, ...outcome } = await settledOutcome(parts, validation, place);
    // What is good as far as it goes is no reason to look no further: the rest may be wrong.
    if (kind === "failed" && !("partly" in outcome)) stop ??= validation;
    results.push({ index, description: validation.description, passed: kind === "passed", reason: "", ...outcome });
  }
  return { kind: "judged", results: results.sort((one, other) => one.index - other.index) };
}

function notRun(stop: Validation): string {
  return `not run: ${stop.description} failed at stage ${String(stop.stage)}`;
}

/** What a validation says in the end: on its last try. */
async function settledOutcome(parts: CheckParts, validation: Validation, place: CheckPlace): Promise<Outcome> {
  for (let triesLeft = validation.retries; ; triesLeft--) {
    const outcome = await triedOutcome(parts, validation, place);
    // What could not be filled in stays so.
    if (outcome.kind === "passed" || triesLeft <= 0 || validation.kind === "impossible") return outcome;
    await parts.wait(validation.retryDelayMs, place.cancel);
    if (place.cancel.aborted) return outcome;
  }
}

async function triedOutcome(parts: CheckParts, validation: Validation, place: CheckPlace): Promise<Outcome> {
  return place.cancel.aborted ? { kind: "failed", reason: "was cancelled" } : outcomeOf(parts, validation, place);
}

async function outcomeOf(parts: CheckParts, validation: Validation, place: CheckPlace): Promise<Outcome> {
  if (validation.kind === "findings") return findingsOutcome(parts, validation, place);
  const failure = await failureOf(parts, validation, place);
  return failure === undefined ? { kind: "passed" } : { kind: "failed", ...failure };
}

/** Why a validation fails; `undefined` when it passes. */
async function failureOf(
  parts: CheckParts,
  validation: Exclude<Validation, { kind: "findings" }>,
  place: CheckPlace,
): Promise<Failure | undefined> {
  switch (validation.kind) {
    case "file_exists":
      return existsFailure(place, validation.path);
    case "content_contains":
      return containsFailure(place, validation);
    case "content_regex":
      return regexFailure(place, validation);
    case "file_modified":
      return modifiedFailure(place, validation.path);
    case "file_unchanged_since":
      return unchangedFailure(place, validation);
    case "diff_within":
      return diffFailure(place, validation.paths);
    case "json_path":
      return jsonPathFailure(place, validation);
    case "command_succeeds":
      return commandFailure(parts, validation, place);
    case "llm_judge":
      return judgeFailure(validation, place);
    case "impossible":
      return { reason: validation.why };
    default:
      return unreachable(validation);
  }
}

type Check<Kind extends ConcreteCheck["kind"]> = Extract<ConcreteCheck, { readonly kind: Kind }>;

async function existsFailure(place: CheckPlace, path: FilePlace): Promise<Failure | undefined> {
  const found = await findInside(rootOf(place, path), path.path);
  return found.kind === "missing" || found.kind === "outside"
    ? missingFailure(place, path)
    : leftOutFailure(place, path);
}

async function containsFailure(
  place: CheckPlace,
  { path, text }: Check<"content_contains">,
): Promise<Failure | undefined> {
  const content = await textOf(place, path);
  if (content.kind === "failure") return content.failure;
  return content.text.includes(text)
    ? undefined
    : { reason: `${shown(path)} does not contain ${JSON.stringify(text)}` };
}

async function regexFailure(
  place: CheckPlace,
  { path, pattern }: Check<"content_regex">,
): Promise<Failure | undefined> {
  const content = await textOf(place, path);
  if (content.kind === "failure") return content.failure;
  const match = matches(pattern, content.text);
  switch (match.kind) {
    case "yes":
      return undefined;
    case "no":
      return { reason: `${shown(path)} does not match /${pattern}/` };
    case "impossible":
      return { reason: `${shown(path)} can't be searched for /${pattern}/: ${match.why}` };
  }
}

type Match = { readonly kind: "yes" | "no" } | { readonly kind: "impossible"; readonly why: string };

/** Steps of the matcher that take seconds at the worst; it can't be interrupted. */
const maxSteps = 256 * 1024 * 1024;

/**
 * Linear in the text whatever the pattern: a hostile one can't stall the conductor. Lines are matched one by one by `^`
 * and `$`.
 */
function matches(pattern: string, text: string): Match {
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(pattern, RE2JS.MULTILINE);
  } catch (error) {
    return { kind: "impossible", why: messageOf(error) };
  }
  if (expression.programSize() * text.length > maxSteps)
    return { kind: "impossible", why: `${String(text.length)} characters are too many for such a pattern` };
  return { kind: expression.matcher(text).find() ? "yes" : "no" };
}

const largest = 16 * 1024 * 1024;
const maxShown = 10;

/** Passes when the predicate holds of what the query finds in the file. */
async function jsonPathFailure(
  place: CheckPlace,
  check: Extract<ConcreteCheck, { readonly kind: "json_path" }>,
): Promise<Failure | undefined> {
  const { path, query, that } = check;
  const content = await textOf(place, path, largest);
  if (content.kind === "failure") return content.failure;
  const found = queryJson(content.text, query);
  if (found.kind === "no-json")
    return { reason: `${shown(path)} is not JSON: ${found.why}`, hint: `Write JSON into ${path.path}` };
  if (found.kind === "impossible") return { reason: `${query} can't be looked up in ${shown(path)}: ${found.why}` };
  const { values } = found;
  const [value] = values;
  const holding = holds(that, { values, count: values.length, ...(value === undefined ? {} : { value }) });
  switch (holding.kind) {
    case "yes":
      return undefined;
    case "no":
      return { reason: `${query} in ${shown(path)} is ${brief(values)}, so that ${that.text} does not hold` };
    case "impossible":
      if (value === undefined && namesIn(that.expression).has("value"))
        return { reason: `${query} finds nothing in ${shown(path)}, so that ${that.text} can't hold` };
      return { reason: `whether ${that.text} holds of ${query} in ${shown(path)} can't be told: ${holding.why}` };
  }
}

function brief(values: readonly Value[]): string {
  if (values.length === 0) return "nothing";
  const text = values.slice(0, maxShown).map(briefValue).join(", ");
  return values.length > maxShown ? `${text} and ${String(values.length - maxShown)} more` : text;
}

/** What is inside lists and records is not written out: it can be the whole document, once for each. */
function briefValue(value: Value): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > 80 ? `${value.slice(0, 80).toWellFormed()}…` : value);
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? `[${value.length === 0 ? "" : "…"}]` : "{…}";
}
