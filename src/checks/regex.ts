import { RE2JS } from "re2js";

/** Linear in the text whatever the pattern: a hostile one can't stall the conductor. Lines are matched one by one by `^` and `$`. */
export function matches(pattern: string, text: string): boolean {
  return RE2JS.compile(pattern, RE2JS.MULTILINE).matcher(text).find();
}
