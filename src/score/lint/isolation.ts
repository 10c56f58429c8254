import type { IsolationLevel } from "../plan/levels.ts";
import { isInPlace, playsOneByOne } from "../plan/isolation.ts";
import { levels } from "../plan/levels.ts";
import type { WrittenIsolation } from "../schema/isolation.ts";
import type { KeyPath } from "../source/place.ts";
import type { Look } from "./look.ts";

/** Settings of contexts that the level does not have, or that sheets side by side can't have. */
export function lintIsolation({ score, plan, report }: Look): void {
  const { isolation } = score;
  const { level } = plan.isolation;
  // What is switched off is kept for later, as it is.
  if (level !== "none") {
    for (const [path, why] of idleKeys(isolation, level))
      report("V509", ["isolation", ...path], `has no effect with mode: ${level}: ${why}`);
  }
  if ((score.parallel ?? 1) > 1 && playsOneByOne(plan.isolation)) {
    const why = isInPlace(level) ? "they work in the repository itself" : "they share one context";
    report(
      "V510",
      ["parallel"],
      `the sheets are played one after the other all the same: ${why}; tutti run --per sheet gives each a context of its own`,
    );
  }
}

function idleKeys({ clone, branch_prefix: prefix }: WrittenIsolation, level: IsolationLevel): [KeyPath, string][] {
  const keys: [isIdle: boolean, KeyPath, string][] = [
    [clone.objects === "copy" && !levels[level].isClone, ["clone", "objects"], "no clone is made"],
    [prefix !== undefined && !levels[level].needsRepository, ["branch_prefix"], "contexts have no branch"],
  ];
  return keys.flatMap(([isIdle, path, why]) => (isIdle ? [[path, why]] : []));
}
