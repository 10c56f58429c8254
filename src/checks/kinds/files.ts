import type { ConcreteCheck, FilePlace } from "../../score/rule.ts";
import { leftOutFailure, missingFailure, rootOf, shown, textOf } from "../file-place.ts";
import type { CheckPlace, Failure } from "../place.ts";
import { findInside } from "../read-inside.ts";
import { matches } from "../regex.ts";

type Check<Kind extends ConcreteCheck["kind"]> = Extract<ConcreteCheck, { readonly kind: Kind }>;

export async function existsFailure(place: CheckPlace, path: FilePlace): Promise<Failure | undefined> {
  const found = await findInside(rootOf(place, path), path.path);
  return found.kind === "missing" || found.kind === "outside"
    ? missingFailure(place, path)
    : leftOutFailure(place, path);
}

export async function containsFailure(
  place: CheckPlace,
  { path, text }: Check<"content_contains">,
): Promise<Failure | undefined> {
  const content = await textOf(place, path);
  if (content.kind === "failure") return content.failure;
  return content.text.includes(text)
    ? undefined
    : { reason: `${shown(path)} does not contain ${JSON.stringify(text)}` };
}

export async function regexFailure(
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
