import { landsResults } from "../isolation.ts";
import type { Plan } from "../plan.ts";
import { usualLanding } from "../schema/landing.ts";
import type { KeyPath } from "../source/place.ts";
import type { Look } from "./look.ts";

/** What a score says of landing that changes nothing. */
export function lintLanding({ score, plan, report }: Look): void {
  const { landing } = plan;
  if (landing.tests === "none" && landing.gates.length > 0) {
    report("V511", ["landing", "gates"], "no gate is run with tests: none: whatever meets its validations lands");
  }
  if (!landsResults(plan.isolation)) {
    if (JSON.stringify(score.landing) !== JSON.stringify(usualLanding))
      report("V512", ["landing"], "has no effect with isolation none: nothing lands");
    return;
  }
  for (const [path, why] of idleKeys(plan)) report("V512", ["landing", ...path], why);
}

function idleKeys({ landing, isolation }: Plan): readonly [KeyPath, string][] {
  const keys: [isIdle: boolean, KeyPath, string][] = [
    [
      landing.strategy !== "squash" && isolation.level === "directory",
      ["strategy"],
      "has no effect with isolation directory: contexts have no git, so there are no commits of an agent's to keep",
    ],
    [
      landing.protectedPaths.length > 0 && landing.mode === "approve",
      ["protected"],
      "has no effect with mode: approve: every result waits for a person",
    ],
  ];
  return keys.flatMap(([isIdle, path, why]) => (isIdle ? [[path, why]] : []));
}
