import { flat } from "../../base/text.ts";
import { mayCost } from "../plan/agents/agent-plan.ts";
import { commandText } from "../plan/command.ts";
import { isInPlace } from "../plan/isolation.ts";
import type { Plan } from "../plan/plan.ts";

/** The commands that run before a job's first attempt. */
export interface TriedPreview {
  /** As the score has them. */
  readonly commands: readonly string[];
  /** Commands that look into the workspace, where only a sheet puts something. */
  readonly untried: readonly string[];
}

/** Commands of validations and gates that are tried on the base; those of the target's own gates are not known here. */
export function triedPreview({ sheets, rules, landing, isolation }: Plan): TriedPreview {
  if (isInPlace(isolation.level) || !sheets.some(({ agent }) => mayCost(agent))) return { commands: [], untried: [] };
  const places = new Set(sheets.flatMap(({ validations }) => validations));
  const written = [...places].flatMap((place) => {
    const check = rules[place]?.check;
    if (check?.kind !== "command_succeeds") return [];
    const text = flat(commandText(check.command));
    return [{ text, isUntried: /workspace/i.test(`${text} ${check.cwd ?? ""}`) }];
  });
  const gates =
    landing.pullRequest === null && landing.tests !== "none" && landing.tests !== "final" ? landing.gates : [];
  const commands = [
    ...written.flatMap(({ text, isUntried }) => (isUntried ? [] : [text])),
    ...gates.map(({ command }) => flat(commandText(command))),
  ];
  return {
    commands: [...new Set(commands)],
    untried: [...new Set(written.flatMap(({ text, isUntried }) => (isUntried ? [text] : [])))],
  };
}
