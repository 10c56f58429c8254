import { globMatcher } from "../../score/glob.ts";
import { isGateFile, textOf } from "./edited.ts";

/**
 * Which of these paths (raw bytes, latin1) need a person's word. The file of gates always does. Each list of globs
 * stands for itself: what one takes away by `!` another may still protect. A list that makes no sense protects
 * everything.
 */
export function protectedPathsIn(
  changed: readonly string[],
  ...lists: readonly (readonly string[])[]
): readonly string[] {
  const matchers = lists.filter((globs) => globs.length > 0).map((globs) => matcherOf(globs));
  return changed.filter((path) => isGateFile(path) || matchers.some((isMeant) => isMeant(textOf(path))));
}

function matcherOf(globs: readonly string[]): (path: string) => boolean {
  const matcher = globMatcher(globs);
  return matcher.kind === "means" ? matcher.value : () => true;
}
