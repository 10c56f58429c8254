import type { CliProfile, HttpProfile, Model, Profile, ProfileBasics, ProgramBasics } from "./profile.ts";
import type { WrittenProfile } from "./schema/profile.ts";

type Written<K extends Profile["kind"]> = Extract<WrittenProfile, { kind: K }>;

/** A profile with all its defaults. */
export function completeProfile(written: WrittenProfile): Profile {
  switch (written.kind) {
    case "cli":
      return { ...basicsOf(written), ...programOf(written), ...cliOf(written) };
    case "acp":
      return { ...basicsOf(written), ...programOf(written), kind: "acp" };
    case "http":
      return { ...basicsOf(written), ...httpOf(written) };
  }
}

function basicsOf(written: WrittenProfile): ProfileBasics {
  const { name, description, aliases, verified, env, pass, home } = written;
  return {
    name,
    description,
    aliases,
    verified,
    env,
    pass,
    displayName: written.display_name ?? name,
    model: written.model ?? null,
    secrets: written.secrets,
    home: home ?? null,
    startTimeoutMs: written.start_timeout ?? null,
    errors: written.errors,
    models: written.models.map(modelOf),
    pricesAsOf: written.prices_as_of ?? null,
  };
}

function modelOf({ name, context, input, output, cache_read, cache_write }: WrittenProfile["models"][number]): Model {
  const isPriced = input !== undefined && output !== undefined;
  return {
    name,
    context: context ?? null,
    price: isPriced ? { input, output, cacheRead: cache_read ?? null, cacheWrite: cache_write ?? null } : null,
  };
}

function programOf({
  executable,
  version_args,
  args,
  model_args,
  session_folder,
}: Written<"cli" | "acp">): ProgramBasics {
  return { executable, versionArgs: version_args, args, modelArgs: model_args ?? null, sessionFolder: session_folder };
}

function cliOf(written: Written<"cli">): Omit<CliProfile, keyof ProfileBasics | keyof ProgramBasics> {
  const { prompt, interactive } = written;
  return {
    kind: "cli",
    prompt,
    promptIs: written.prompt_is,
    sessionArgs: written.session_args ?? null,
    budgetArgs: written.budget_args ?? null,
    promptArgs: written.prompt_args ?? { stdin: [], file: ["{prompt_file}"], argument: ["{prompt}"] }[prompt],
    longPrompt: written.long_prompt,
    output: written.output,
    interactive:
      interactive === undefined ? null : { args: interactive.args, sessionArgs: interactive.session_args ?? null },
  };
}

function httpOf(written: Written<"http">): Omit<HttpProfile, keyof ProfileBasics> {
  return {
    kind: "http",
    api: written.api,
    baseUrl: written.base_url.replace(/\/+$/, ""),
    baseUrlVariable: written.base_url_variable ?? null,
    keyVariable: written.key_variable ?? null,
    maxTurns: written.max_turns,
    tools: written.tools,
  };
}
