import { RE2JS } from "re2js";
import { messageOf } from "../base/error.ts";

export type Match = { readonly kind: "yes" | "no" } | { readonly kind: "impossible"; readonly why: string };

/** Steps of the matcher that take seconds at the worst; it can't be interrupted. */
const maxSteps = 256 * 1024 * 1024;

/**
 * Linear in the text whatever the pattern: a hostile one can't stall the conductor. Lines are matched one by one by `^`
 * and `$`.
 */
export function matches(pattern: string, text: string): Match {
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
