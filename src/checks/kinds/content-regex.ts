import { RE2JS } from "re2js";
import { messageOf } from "../../base/error.ts";
import { shown, textOf } from "../file-place.ts";
import type { RunCheck } from "../place.ts";

export const runContentRegex: RunCheck<"content_regex"> = async ({ path, pattern }, place) => {
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
};

type Match = { readonly kind: "yes" | "no" } | { readonly kind: "impossible"; readonly why: string };

/** Seconds at worst; it can't be interrupted. */
const maxSteps = 256 * 1024 * 1024;

/** Linear in the text: a hostile pattern can't stall the conductor. `^` and `$` match lines. */
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
