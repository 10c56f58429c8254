import type { AgentCommand, AgentRequest } from "../agent.ts";
import type { CliProfile } from "../profiles/profile.ts";
import { fitsArgument, promptTooLong } from "../plain/prompt-argument.ts";
import { surroundings } from "./environment.ts";
import { filled, type GroupName, type Groups, groups as allGroups, type Values } from "./placeholders.ts";
import type { Wanted } from "./wanted.ts";

/** How a program is run for one attempt. */
export function planCli(profile: CliProfile, wanted: Wanted, request: AgentRequest): AgentCommand {
  const delivery = deliveryOf(profile, request);
  if (delivery === null) return promptTooLong(profile.executable, request.prompt);
  const { env, files, secrets } = surroundings(profile, wanted.env, request);
  const values = { ...valuesOf(profile, wanted, request), prompt: delivery.prompt };
  const groups = groupsOf(profile, wanted, { values, hasPromptArgs: delivery.hasArgs });
  const argv = [profile.executable, ...filled(placed(profile.args), values, groups)] as const;
  return {
    kind: "run",
    argv,
    env,
    files,
    secrets,
    ...(delivery.isPiped ? { stdin: { path: request.promptPath } } : {}),
  };
}

interface Delivery {
  readonly isPiped: boolean;
  readonly hasArgs: boolean;
  /** What stands for the prompt among the arguments. */
  readonly prompt: string;
}

/** `null`: the prompt can't be given. */
function deliveryOf({ prompt: way, longPrompt }: CliProfile, { prompt, promptPath }: AgentRequest): Delivery | null {
  if (way === "stdin") return { isPiped: true, hasArgs: true, prompt: "" };
  if (way === "file" || fitsArgument(prompt)) return { isPiped: false, hasArgs: true, prompt };
  if (longPrompt === "stdin") return { isPiped: true, hasArgs: false, prompt: "" };
  return longPrompt === "file"
    ? { isPiped: false, hasArgs: true, prompt: `Read the file ${promptPath} and do what it says.` }
    : null;
}

export function valuesOf(profile: CliProfile, wanted: Wanted, request: AgentRequest): Values {
  const model = wanted.model ?? profile.model;
  return {
    prompt_file: request.promptPath,
    context: request.contextPath,
    home: request.homePath,
    ...(model === null ? {} : { model }),
    ...(request.session === null ? {} : { session: request.session }),
    ...(request.budgetUsd === null ? {} : { budget: money(request.budgetUsd) }),
  };
}

/** As programs read it: never in the form 1e-7, and never above what was allowed. */
function money(usd: number): string {
  return (Math.floor(usd * 10_000) / 10_000).toFixed(4);
}

function groupsOf(
  profile: CliProfile,
  wanted: Wanted,
  { values, hasPromptArgs }: { readonly values: Values; readonly hasPromptArgs: boolean },
): Groups {
  const group = (isThere: boolean, args: readonly string[] | null): readonly string[] =>
    isThere ? filled(args ?? [], values) : [];
  return {
    model_args: group(values.model !== undefined, profile.modelArgs),
    session_args: group(values.session !== undefined, profile.sessionArgs),
    budget_args: group(values.budget !== undefined, profile.budgetArgs),
    args: wanted.args,
    prompt_args: group(hasPromptArgs, profile.promptArgs),
  };
}

/** Groups that the profile did not place come last. */
function placed(args: readonly string[]): readonly string[] {
  const token = (name: GroupName): string => `{${name}}`;
  return [...args, ...allGroups.map(token).filter((group) => !args.includes(group))];
}
