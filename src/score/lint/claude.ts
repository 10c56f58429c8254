import type { WrittenAgent } from "../schema/agent.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";

const permissions =
  /^--(?:dangerously-skip-permissions|permission-mode|permission-prompt-tool|allowed-?tools|settings)(?:=|$)/i;

/**
 * Claude Code without a person in front of it refuses whatever it was not permitted beforehand; its profile sees to
 * that.
 */
export function lintClaude(agent: WrittenAgent, path: KeyPath, report: Report): void {
  if (typeof agent === "string" || "use" in agent) return;
  const [program, ...flags] = agent.command;
  if (!/(?:^|\/)claude$/.test(program) || flags.some((flag) => permissions.test(flag))) return;
  const message =
    "nobody is there to grant Claude permissions: without a flag for them it can only do what its own settings allow; agent: claude sees to it";
  report("V204", [...path, "command"], message);
}
