import type { Remedy } from "../remedy.ts";
import { agentLogin } from "./agent-login.ts";
import { conflictStorm } from "./conflict-storm.ts";
import { diskFull } from "./disk-full.ts";
import { flakyValidation } from "./flaky-validation.ts";
import { missingDependency } from "./missing-dependency.ts";
import { missingFolder } from "./missing-folder.ts";
import { pathSeparators } from "./path-separators.ts";
import { redTarget } from "./red-target.ts";
import { staleLock } from "./stale-lock.ts";
import { stuckLanding } from "./stuck-landing.ts";
import { templateName } from "./template-name.ts";

/** The surest sign first: of two remedies for one sheet, the first is used. */
export const remedies: readonly Remedy[] = [
  diskFull,
  staleLock,
  missingFolder,
  pathSeparators,
  templateName,
  missingDependency,
  agentLogin,
  redTarget,
  stuckLanding,
  conflictStorm,
  flakyValidation,
];
