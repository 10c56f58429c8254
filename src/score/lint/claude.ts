import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";

const permissions = /^--(?:dangerously-skip-permissions|permission-mode|permission-prompt-tool|allowed-?tools|settings)(?:=|$)/i;

/** Claude Code without a person in front of it refuses whatever it was not permitted beforehand. */
export function lintClaude(command: readonly string[], path: KeyPath, report: Report): void {
  const [program = "", ...flags] = command;
  if (!/(?:^|\/)claude$/.test(program) || flags.some((flag) => permissions.test(flag))) return;
  report("V204", path, "nobody is there to grant Claude permissions: without a flag for them it can only do what its own settings allow");
}
