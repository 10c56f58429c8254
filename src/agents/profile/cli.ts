import type { AgentCommand, AgentRequest, Wanted } from "../agent.ts";
import type { CliProfile, Profile } from "../profiles/profile.ts";
import { type Surroundings, surroundings } from "./environment.ts";
import { filled, type GroupName, type Groups, groups as allGroups, type Values } from "./placeholders.ts";

export function planCli(profile: CliProfile, wanted: Wanted, request: AgentRequest): AgentCommand {
  const delivery = deliveryOf(profile, request);
  if (delivery === null) return promptTooLong(profile.executable, request.prompt);
  const { env, files, secrets, logins } = surroundings(profile, wanted.env, request);
  const exported = exportsOf(profile, wanted, request);
  const values = { ...valuesOf(profile, wanted, request), prompt: delivery.prompt };
  const groups = groupsOf(profile, wanted, { values, hasPromptArgs: delivery.hasArgs });
  const talk = request.isAlone === true ? null : profile.talk;
  const args = [...placed(profile.args), ...(talk?.args ?? [])];
  const argv = [profile.executable, ...exported.args, ...filled(args, values, groups)] as const;
  return {
    kind: "run",
    argv,
    env: { ...env, ...exported.env },
    files,
    secrets: [...secrets, ...exported.secrets],
    logins,
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

interface Exported {
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly secrets: readonly string[];
}

const exportsNothing: Exported = { env: {}, args: [], secrets: [] };

/** A score, or a person, that has it export elsewhere is not interfered with. */
function exportsOf({ exports }: CliProfile, wanted: Wanted, { exportsTo, environment }: AgentRequest): Exported {
  if (exports === null || exportsTo === undefined) return exportsNothing;
  const given = { ...environment, ...wanted.env };
  const isTheirs = (name: string): boolean =>
    given[name] !== undefined && (name.startsWith("OTEL_") || Object.hasOwn(exports.env, name));
  if (Object.keys(given).some(isTheirs)) return exportsNothing;
  const here = (text: string): string => text.replaceAll("{endpoint}", exportsTo);
  const own = { OTEL_EXPORTER_OTLP_ENDPOINT: exportsTo, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
  return {
    env: { ...own, ...Object.fromEntries(Object.entries(exports.env).map(([name, value]) => [name, here(value)])) },
    args: exports.args.map(here),
    secrets: [new URL(exportsTo).pathname.slice(1)],
  };
}

export interface TerminalPlan extends Surroundings {
  readonly argv: readonly [string, ...string[]];
}

/** How a person talks to the agent in a terminal, in its session if possible; `null`: the profile does not say. */
export function planTerminal(profile: Profile, wanted: Wanted, request: AgentRequest): TerminalPlan | null {
  if (profile.kind !== "cli" || profile.interactive === null) return null;
  const { args, sessionArgs, promptArgs } = profile.interactive;
  // A prompt that begins with a dash would be taken for an option.
  const values = { ...valuesOf(profile, wanted, request), prompt: request.prompt.replace(/^-/, " -") };
  const session_args = values.session === undefined ? [] : filled(sessionArgs ?? [], values);
  const model_args = values.model === undefined ? [] : filled(profile.modelArgs ?? [], values);
  const isNew = values.session === undefined && request.prompt !== "";
  const prompt_args = isNew ? filled(promptArgs ?? [], values) : [];
  const exported = exportsOf(profile, wanted, request);
  const groups = ["{model_args}", "{session_args}", "{prompt_args}"];
  const all = [...args, ...groups.filter((group) => !args.includes(group))];
  const { env, files, secrets, logins } = surroundings(profile, wanted.env, request);
  return {
    logins,
    argv: [profile.executable, ...exported.args, ...filled(all, values, { session_args, model_args, prompt_args })],
    env: { ...env, ...exported.env },
    files,
    secrets: [...secrets, ...exported.secrets],
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
