import { TuttiError } from "../../base/error.ts";
import type { FixOptions } from "../options/decide.ts";
import { auto } from "../../score/plan/agents/routing-plan.ts";
import { runsItsInput } from "../../score/interpreter.ts";
import type { CommandAgent } from "../../score/schema/agent.ts";
import { pathMatcher } from "../choose/select.ts";

export interface AgentNames {
  readonly isAgent: (name: string) => boolean;
  readonly isProgram: (name: string) => boolean;
}

/** Before tools run, so that a missing agent is reported at once. */
export function requireAgents(
  { agent, fallbacks, autofixOnly }: Pick<FixOptions, "agent" | "fallbacks" | "autofixOnly">,
  { isAgent, isProgram }: AgentNames,
): void {
  if (autofixOnly) return;
  for (const written of [agent, ...fallbacks]) {
    if (typeof written !== "string" && "command" in written && runsPrompt(written)) throw noReader(written.command[0]);
    const name = typeof written === "string" ? written : "use" in written ? written.use : null;
    if (name !== null && isProgram(name)) throw noReader(name);
    if (name === null || name === "scripted" || name === auto.name || isAgent(name)) continue;
    throw new TuttiError("cli.usage", `there is no agent ${JSON.stringify(name)}`, {
      audience: "user",
      hint: "tutti agents list shows the known agents.",
    });
  }
}

function runsPrompt({ command, prompt_is: kind }: CommandAgent): boolean {
  return kind === undefined ? runsItsInput(command) : kind === "program";
}

/** A shell must not run prompts: they quote the project's files. */
function noReader(agent: string): TuttiError {
  return new TuttiError("cli.usage", `${agent} runs its prompt as a program, and the prompts of fix are text`, {
    audience: "user",
    hint: "Name an agent that reads a task, or a script of yours that does.",
  });
}

/** A path without files is a mistake, not a clean result. */
export function requirePaths(paths: readonly string[], files: readonly string[]): void {
  for (const path of paths) {
    if (files.some(pathMatcher([path]))) continue;
    throw new TuttiError("cli.usage", `${JSON.stringify(path)} matches no file or directory in scope`, {
      audience: "user",
      hint: "Name files that are committed on the target; with --no-isolation, files that are there and not ignored by git.",
    });
  }
}
