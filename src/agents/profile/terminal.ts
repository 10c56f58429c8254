import type { AgentRequest } from "../agent.ts";
import type { Profile } from "../profiles/profile.ts";
import { valuesOf } from "./cli.ts";
import { surroundings, type Surroundings } from "./environment.ts";
import { filled } from "./placeholders.ts";
import type { Wanted } from "./wanted.ts";

export interface TerminalPlan extends Surroundings {
  readonly argv: readonly [string, ...string[]];
}

/**
 * How a person talks to an agent in a terminal of his own, going on with its session where it can; `null`: the profile
 * does not say.
 */
export function planTerminal(profile: Profile, wanted: Wanted, request: AgentRequest): TerminalPlan | null {
  if (profile.kind !== "cli" || profile.interactive === null) return null;
  const { args, sessionArgs } = profile.interactive;
  const values = valuesOf(profile, wanted, request);
  const session_args = values.session === undefined ? [] : filled(sessionArgs ?? [], values);
  const model_args = values.model === undefined ? [] : filled(profile.modelArgs ?? [], values);
  const all = [...args, ...["{model_args}", "{session_args}"].filter((group) => !args.includes(group))];
  return {
    argv: [profile.executable, ...filled(all, values, { session_args, model_args })],
    ...surroundings(profile, wanted.env, request),
  };
}
