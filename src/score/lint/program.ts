import { runsItsInput } from "../interpreter.ts";
import type { WrittenAgent } from "../schema/agent.ts";
import type { Score } from "../schema/score.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import type { Look } from "./look.ts";

/** Agents that take their prompt for a program. */
export function lintPrograms({ score, plan, placed, report }: Look): void {
  for (const [name, agent] of Object.entries(score.agents)) lintCommand(agent, ["agents", name], report);
  lintOwner(score, [], report);
  for (const [index, sheet] of score.sheets.entries()) lintOwner(sheet, ["sheets", index], report);
  for (const [place, { agent, files, extensions }] of plan.sheets.entries()) {
    if (agent.kind !== "command" || agent.runsPrompt !== true || files.length + extensions.length === 0) continue;
    const what = files.length > 0 ? "files of prelude and cadenza" : "prompt_extensions";
    report(
      "V514",
      ["sheets", placed[place]?.index ?? 0],
      `its prompt is a program: ${what} are not part of it, but of the file that TUTTI_BRIEF_FILE names`,
    );
  }
}

function lintOwner({ agent, fallbacks = [] }: Pick<Score, "agent" | "fallbacks">, path: KeyPath, report: Report): void {
  if (agent !== undefined) lintCommand(agent, [...path, "agent"], report);
  for (const [index, fallback] of fallbacks.entries()) lintCommand(fallback, [...path, "fallbacks", index], report);
}

function lintCommand(agent: WrittenAgent, path: KeyPath, report: Report): void {
  if (
    typeof agent === "string" ||
    !("command" in agent) ||
    agent.prompt_is !== undefined ||
    !runsItsInput(agent.command)
  )
    return;
  const message = `${agent.command[0]} runs its prompt, so it is handed over as a program, with nothing added; say so with prompt_is: program`;
  report("V513", [...path, "command"], message);
}
