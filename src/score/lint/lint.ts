import { lintBraces } from "./braces.ts";
import { lintEvolved } from "./evolved.ts";
import { lintFanOut } from "./fan-out.ts";
import { lintIsolation } from "./isolation.ts";
import { lintLanding } from "./landing.ts";
import type { Look } from "./look.ts";
import { lintPrograms } from "./program.ts";
import { lintUnused } from "./unused.ts";
import { lintValidations } from "./validations.ts";
import { lintWorkspace } from "./workspace.ts";

/** What is worth saying of a score that can be played, whoever wrote it. Nothing here is an error. */
export function lintPlan(look: Look): void {
  lintWorkspace(look);
  lintEvolved(look);
  lintBraces(look);
  lintValidations(look);
  lintFanOut(look);
  lintUnused(look);
  lintIsolation(look);
  lintLanding(look);
  lintPrograms(look);
}
