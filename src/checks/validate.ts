import type { Validation } from "../score/plan/rule.ts";
import type { ValidationResult, Verdict } from "../sheet/verdict.ts";
import { checkRunners } from "./kinds/kinds.ts";
import type { CheckParts, CheckPlace, Outcome, RunCheck, RunPlace } from "./place.ts";

/**
 * Runs validations by stage. All of a stage run, so that the verdict names everything missing; later stages are skipped
 * after a failure. Results keep the order of the list.
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
    const { kind, ...outcome } = await settledOutcome(parts, validation, {
      ...place,
      keepOutput: () => place.keepOutput(index),
    });
    // A partial success does not stop later stages.
    if (kind === "failed" && !("partly" in outcome)) stop ??= validation;
    results.push({ index, description: validation.description, passed: kind === "passed", reason: "", ...outcome });
  }
  return { kind: "judged", results: results.sort((one, other) => one.index - other.index) };
}

function notRun(stop: Validation): string {
  return `not run: ${stop.description} failed at stage ${String(stop.stage)}`;
}

async function settledOutcome(parts: CheckParts, validation: Validation, place: RunPlace): Promise<Outcome> {
  for (let triesLeft = validation.retries; ; triesLeft--) {
    const outcome = await triedOutcome(parts, validation, place);
    if (outcome.kind === "passed" || triesLeft <= 0 || validation.kind === "impossible") return outcome;
    await parts.wait(validation.retryDelayMs, place.cancel);
    if (place.cancel.aborted) return outcome;
  }
}

async function triedOutcome(parts: CheckParts, validation: Validation, place: RunPlace): Promise<Outcome> {
  return place.cancel.aborted ? { kind: "failed", reason: "was cancelled" } : outcomeOf(parts, validation, place);
}

async function outcomeOf(parts: CheckParts, validation: Validation, place: RunPlace): Promise<Outcome> {
  const run = checkRunners[validation.kind] as RunCheck<Validation["kind"]>;
  const result = await run(validation, place, parts);
  if (result === undefined) return { kind: "passed" };
  return "kind" in result ? result : { kind: "failed", ...result };
}
