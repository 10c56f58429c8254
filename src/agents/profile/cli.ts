import type { AgentCommand, AgentRequest, Wanted } from "../agent.ts";
import type { CliProfile, Profile } from "../profiles/profile.ts";
import { type Surroundings, surroundings } from "./environment.ts";
import { filled, type GroupName, type Groups, groups as allGroups, type Values } from "./placeholders.ts";

export function planCli(profile: CliProfile, wanted: Wanted, request: AgentRequest): AgentCommand {
  const delivery = deliveryOf(profile, request);
  if (delivery === null) return promptTooLong(profile.executable, request.prompt);
  const { env, files, secrets } = surroundings(profile, wanted.env, request);
  const values = { ...valuesOf(profile, wanted, request), prompt: delivery.prompt };
  const groups = groupsOf(profile, wanted, { values, hasPromptArgs: delivery.hasArgs });
  const { talk } = profile;
  const args = [...placed(profile.args), ...(talk?.args ?? [])];
  const argv = [profile.executable, ...filled(args, values, groups)] as const;
  return {
    kind: "run",
    argv,
    env,
    files,
    secrets,
    ...(talk === null ? {} : { talk: talk.format }),
    ...(delivery.isPiped && talk === null ? { stdin: { path: request.paths.promptPath } } : {}),
  };
}

interface Delivery {
  readonly isPiped: boolean;
  readonly hasArgs: boolean;
  readonly prompt: string;
}

/** `null`: the prompt is too long. */
function deliveryOf(
  { prompt: way, longPrompt }: CliProfile,
  { prompt, paths: { promptPath } }: AgentRequest,
): Delivery | null {
  if (way === "stdin") return { isPiped: true, hasArgs: true, prompt: "" };
  if (way === "file" || fitsArgument(prompt)) return { isPiped: false, hasArgs: true, prompt };
  if (longPrompt === "stdin") return { isPiped: true, hasArgs: false, prompt: "" };
  return longPrompt === "file"
    ? { isPiped: false, hasArgs: true, prompt: `Read the file ${promptPath} and do what it says.` }
    : null;
}

function valuesOf(profile: CliProfile, wanted: Wanted, request: AgentRequest): Values {
  const model = wanted.model ?? profile.model;
  return {
    prompt_file: request.paths.promptPath,
    context: request.paths.contextPath,
    home: request.paths.homePath,
    ...(model === null ? {} : { model }),
    ...(request.session === null ? {} : { session: request.session }),
    ...(request.budgetUsd === null ? {} : { budget: money(request.budgetUsd) }),
  };
}

/** Never 1e-7, never above the limit. */
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

/** Groups without a place come last. */
function placed(args: readonly string[]): readonly string[] {
  const token = (name: GroupName): string => `{${name}}`;
  return [...args, ...allGroups.map(token).filter((group) => !args.includes(group))];
}

export interface TerminalPlan extends Surroundings {
  readonly argv: readonly [string, ...string[]];
}

/** How a person talks to the agent in a terminal, in its session if possible; `null`: the profile does not say. */
export function planTerminal(profile: Profile, wanted: Wanted, request: AgentRequest): TerminalPlan | null {
  if (profile.kind !== "cli" || profile.interactive === null) return null;
  const { args, sessionArgs, promptArgs } = profile.interactive;
  // What begins with a dash would be taken for an option.
  const values = { ...valuesOf(profile, wanted, request), prompt: request.prompt.replace(/^-/, " -") };
  const session_args = values.session === undefined ? [] : filled(sessionArgs ?? [], values);
  const model_args = values.model === undefined ? [] : filled(profile.modelArgs ?? [], values);
  const isNew = values.session === undefined && request.prompt !== "";
  const prompt_args = isNew ? filled(promptArgs ?? [], values) : [];
  const groups = ["{model_args}", "{session_args}", "{prompt_args}"];
  const all = [...args, ...groups.filter((group) => !args.includes(group))];
  return {
    argv: [profile.executable, ...filled(all, values, { session_args, model_args, prompt_args })],
    ...surroundings(profile, wanted.env, request),
  };
}

/** Linux refuses arguments of 128 KiB; the same limit everywhere, with a margin. */
const longestArgumentBytes = 120 * 1024;

export function fitsArgument(prompt: string): boolean {
  return Buffer.byteLength(prompt) <= longestArgumentBytes;
}

export function promptTooLong(program: string, prompt: string): AgentCommand {
  const bytes = String(Buffer.byteLength(prompt));
  const detail = `the prompt for ${JSON.stringify(program)} has ${bytes} bytes, more than an argument can hold (${longestArgumentBytes}); give it by stdin or file`;
  return { kind: "refused", code: "E602", detail };
}
