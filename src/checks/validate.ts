import type { Validation } from "../score/rule.ts";
import type { ValidationResult, Verdict } from "../sheet/verdict.ts";
import { failureOf } from "./check.ts";
import type { CheckParts, CheckPlace, Failure } from "./place.ts";

/**
 * Runs a sheet's validations, stage after stage. All of a stage are run, so that the verdict names everything that is missing;
 * when one of them fails, those of later stages are not. Results keep the order of the list.
 */
export async function runValidations(parts: CheckParts, validations: readonly Validation[], place: CheckPlace): Promise<Verdict> {
  if (validations.length === 0) return { kind: "unvalidated" };
  const staged = [...validations.entries()].sort(([, one], [, other]) => one.stage - other.stage);
  const results: ValidationResult[] = [];
  let stop: Validation | undefined;
  for (const [index, validation] of staged) {
    if (stop !== undefined && validation.stage > stop.stage) {
      results.push({ index, description: validation.description, passed: false, reason: notRun(stop), skipped: true });
      continue;
    }
    const failure = await settledFailure(parts, validation, place);
    if (failure !== undefined) stop ??= validation;
    results.push({ index, description: validation.description, passed: failure === undefined, reason: "", ...failure });
  }
  return { kind: "judged", results: results.sort((one, other) => one.index - other.index) };
}

function notRun(stop: Validation): string {
  return `not run: ${stop.description} failed at stage ${String(stop.stage)}`;
}

/** Why a validation fails for good: on its last try. */
async function settledFailure(parts: CheckParts, validation: Validation, place: CheckPlace): Promise<Failure | undefined> {
  for (let triesLeft = validation.retries; ; triesLeft--) {
    const failure = await triedFailure(parts, validation, place);
    // What could not be filled in stays so.
    if (failure === undefined || triesLeft <= 0 || validation.kind === "impossible") return failure;
    await parts.wait(validation.retryDelayMs, place.cancel);
    if (place.cancel.aborted) return failure;
  }
}

async function triedFailure(parts: CheckParts, validation: Validation, place: CheckPlace): Promise<Failure | undefined> {
  return place.cancel.aborted ? { reason: "was cancelled" } : failureOf(parts, validation, place);
}
