import { firstFew } from "../../base/text.ts";
import { globMatcher } from "../../score/match/glob.ts";
import type { RunCheck } from "../place.ts";

const maxShown = 10;

export const runDiffWithin: RunCheck<"diff_within"> = async ({ paths: patterns }, place) => {
  const matcher = globMatcher(patterns);
  if (matcher.kind === "wrong") return { reason: matcher.why };
  const paths = (await place.since.changedPaths()).map((path) => Buffer.from(path, "latin1").toString("utf8"));
  const others = paths.filter((path) => !matcher.value(path));
  if (others.length === 0) return undefined;
  const names = others.map((path) => (/[\p{Cc}\s]/u.test(path) ? JSON.stringify(path) : path));
  return {
    reason: `changes outside ${patterns.join(", ") || "nothing at all"}: ${firstFew(names, maxShown)}`,
    hint: "Take these changes back; the sheet may change nothing else",
  };
};
