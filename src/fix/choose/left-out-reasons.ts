import type { PassedOver } from "../model.ts";

/** Why findings are left out, as it stands behind their number. */
export const leftOutWords: Readonly<Record<PassedOver["why"], string>> = {
  dirty: "in files with uncommitted changes",
  path: "elsewhere",
  excluded: "in files that are excluded",
  code: "of other rules than were asked for",
  ignored: "ignored",
  severity: "below the severity that was asked for",
  "no-file": "in no file",
  outside: "in files outside of the repository",
  "max-files": "beyond --max-files",
  "max-findings": "beyond --max-findings",
  "max-per-sheet": "beyond --max-per-sheet",
  "no-fix": "in files that no tool can mend by itself",
  "job-full": "beyond what one job holds (run tutti fix again, or with their paths)",
};
