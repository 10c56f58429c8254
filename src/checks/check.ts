import { unreachable } from "../base/error.ts";
import type { Validation } from "../score/rule.ts";
import { diffFailure, modifiedFailure, unchangedFailure } from "./kinds/changes.ts";
import { commandFailure } from "./kinds/command.ts";
import { containsFailure, existsFailure, regexFailure } from "./kinds/files.ts";
import { findingsOutcome } from "./kinds/findings/findings.ts";
import { jsonPathFailure } from "./kinds/json-path.ts";
import { judgeFailure } from "./kinds/judge.ts";
import type { CheckParts, CheckPlace, Failure, Outcome } from "./place.ts";

export async function outcomeOf(parts: CheckParts, validation: Validation, place: CheckPlace): Promise<Outcome> {
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
