import type { WrittenAgent } from "../schema/agent.ts";
import type { Score } from "../schema/score.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import { lintTimes } from "./times.ts";

/** Warnings and hints about a score in Tutti's own shape. */
export function lintNative(score: Score, report: Report): void {
  lintAgents(score, report);
  lintTimes(
    {
      path: ["timeout"],
      timeoutMs: score.timeout,
      idlePath: ["idle_timeout"],
      idleMs: idle(score.idle_timeout),
      isScripted: score.agent === "scripted",
    },
    report,
  );
  for (const [index, sheet] of score.sheets.entries()) {
    const path: KeyPath = ["sheets", index];
    if (sheet.timeout === undefined && sheet.idle_timeout === undefined) continue;
    const isOwnIdle = sheet.idle_timeout !== undefined;
    lintTimes(
      {
        path: [...path, "timeout"],
        timeoutMs: sheet.timeout,
        inheritedMs: score.timeout,
        idlePath: isOwnIdle ? [...path, "idle_timeout"] : ["idle_timeout"],
        idleMs: idle(sheet.idle_timeout ?? score.idle_timeout),
        isScripted: (sheet.agent ?? score.agent) === "scripted",
      },
      report,
    );
  }
}

function idle(written: number | "none" | undefined): number | undefined {
  return written === "none" ? undefined : written;
}

function lintAgents(score: Score, report: Report): void {
  const used = new Set<unknown>();
  const rules = (owner: Pick<Score, "validations" | "preconditions">): void => {
    for (const { llm_judge: judge } of [...owner.validations, ...owner.preconditions]) used.add(judge?.agent);
  };
  for (const owner of [score, ...score.sheets]) {
    for (const agent of [owner.agent, ...(owner.fallbacks ?? [])]) used.add(agent);
    rules(owner);
  }
  for (const [name, agent] of Object.entries(score.agents)) {
    if (!used.has(name)) report.key("V505", ["agents", name], "is not used: no sheet and no llm_judge names it");
    lintClaude(agent, ["agents", name], report);
  }
  for (const [owner, path] of [
    [score, ["agent"]] as const,
    ...score.sheets.map((sheet, index) => [sheet, ["sheets", index, "agent"]] as const),
  ]) {
    if (owner.agent !== undefined) lintClaude(owner.agent, path, report);
  }
}

const permissions =
  /^--(?:dangerously-skip-permissions|permission-mode|permission-prompt-tool|allowed-?tools|settings)(?:=|$)/i;

/**
 * Claude Code without a person in front of it refuses everything that was not permitted beforehand; its profile sees to
 * that.
 */
function lintClaude(agent: WrittenAgent, path: KeyPath, report: Report): void {
  if (typeof agent === "string" || "use" in agent) return;
  const [program, ...flags] = agent.command;
  if (!/(?:^|\/)claude$/.test(program) || flags.some((flag) => permissions.test(flag))) return;
  const message =
    "no person is there to grant Claude permissions: without a flag it can only do what its own settings allow; agent: claude sets the flag";
  report("V204", [...path, "command"], message);
}
