import { unreachable } from "../base/error.ts";
import type { RunProcess } from "../process/process.ts";
import type { Validation } from "../score/plan.ts";
import type { ValidationResult, Verdict } from "../sheet/verdict.ts";
import { runCommandCheck } from "./command.ts";
import type { CheckPlace } from "./place.ts";
import { readInside } from "./read-inside.ts";
import { matches } from "./regex.ts";

/** Runs a sheet's validations one after the other, all of them, so that the verdict names everything that is missing. */
export async function runValidations(run: RunProcess, validations: readonly Validation[], place: CheckPlace): Promise<Verdict> {
  if (validations.length === 0) return { kind: "unvalidated" };
  const results: ValidationResult[] = [];
  for (const [index, validation] of validations.entries()) {
    const reason = await failureOf(run, validation, place);
    results.push({ index, description: validation.description, passed: reason === undefined, reason: reason ?? "" });
  }
  return { kind: "judged", results };
}

/** Why a validation fails; `undefined` when it passes. */
async function failureOf(run: RunProcess, validation: Validation, place: CheckPlace): Promise<string | undefined> {
  switch (validation.kind) {
    case "file_exists": {
      const found = await readInside(place.folder, validation.path);
      if (found.kind === "missing" || found.kind === "outside") return `${validation.path} does not exist in the context`;
      return leftOutFailure(place, validation.path);
    }
    case "content_contains":
      return contentFailure(place, validation.path, (text) =>
        text.includes(validation.text) ? undefined : `${validation.path} does not contain ${JSON.stringify(validation.text)}`,
      );
    case "content_regex":
      return contentFailure(place, validation.path, (text) =>
        matches(validation.pattern, text) ? undefined : `${validation.path} does not match /${validation.pattern}/`,
      );
    case "command_succeeds":
      return runCommandCheck(run, validation, place);
    default:
      return unreachable(validation);
  }
}

async function contentFailure(place: CheckPlace, path: string, judge: (text: string) => string | undefined): Promise<string | undefined> {
  const found = await readInside(place.folder, path);
  switch (found.kind) {
    case "text":
      return judge(found.text) ?? leftOutFailure(place, path);
    case "missing":
    case "outside":
      return `${path} does not exist in the context`;
    case "folder":
      return `${path} is a folder`;
    case "unreadable":
      return `${path} may not be read`;
    case "too-large":
      return `${path} has ${String(found.bytes)} bytes: too large to be searched`;
    default:
      return unreachable(found);
  }
}

/** A file that is there but won't land proves nothing about what does. */
function leftOutFailure(place: CheckPlace, path: string): string | undefined {
  const bytes = Buffer.from(path).toString("latin1");
  const isLeftOut = place.leftOut.some((item) => item === bytes || (item.endsWith("/") && `${bytes}/`.startsWith(item)));
  return isLeftOut ? `${path} is there, but is ignored or can't be captured, so it would not land` : undefined;
}
