import { join } from "node:path";
import type { AgentRequest } from "../agent.ts";
import { agentVariables, isNamed, secretsIn } from "../environment.ts";
import type { Profile } from "../profiles/profile.ts";

export interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly files: HomePlan["files"];
  readonly secrets: readonly string[];
  /** Files below the user's home, relative to it, that its login needs. */
  readonly logins: readonly string[];
}

/** `wanted`: variables of the score. */
export function surroundings(
  profile: Profile,
  wanted: Readonly<Record<string, string>>,
  request: AgentRequest,
): Surroundings {
  const own = { ...passed(profile, request.environment), ...profile.env };
  const home = homePlan(profile, { ...own, ...wanted }, request);
  // Ours last: a score must not fake its sheet.
  const env = { ...own, ...home.env, ...wanted, ...agentVariables(request) };
  return {
    env,
    files: home.files,
    secrets: secretsIn(env, [...profile.secrets, ...keyVariables(profile)]),
    logins: home.logins,
  };
}

/** Variables of the user's that the agent gets. */
export function passed(profile: Profile, environment: AgentRequest["environment"]): Record<string, string> {
  const names = [...profile.pass, ...(profile.home?.auth ?? []), ...keyVariables(profile)];
  const found = Object.entries(environment).filter(
    ([name, value]) => value !== undefined && value !== "" && isNamed(names, name),
  );
  return Object.fromEntries(found) as Record<string, string>;
}

function keyVariables(profile: Profile): readonly string[] {
  return profile.kind === "http" && profile.keyVariable !== null ? [profile.keyVariable] : [];
}

type Environment = Readonly<Record<string, string | undefined>>;

type HomeChoice =
  /** `by`: the variable that replaces a login; `null`: always. */
  | { readonly kind: "own"; readonly by: string | null }
  /** The user's home has its login, which Tutti neither reads nor copies. */
  | { readonly kind: "user" };

export function homeChoice({ home }: Profile, environment: Environment): HomeChoice {
  if (home === null || home.own === "never") return { kind: "user" };
  if (home.own === "always") return { kind: "own", by: null };
  const by = home.auth.find((name) => (environment[name] ?? "") !== "");
  return by === undefined ? { kind: "user" } : { kind: "own", by };
}

interface HomePlan extends Pick<Surroundings, "logins"> {
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

function homePlan(profile: Profile, environment: Environment, { paths: { homePath } }: AgentRequest): HomePlan {
  const { home } = profile;
  if (home === null || homeChoice(profile, environment).kind === "user")
    return { env: {}, files: [], logins: home?.logins ?? [] };
  return {
    logins: [],
    env: Object.fromEntries(Object.entries(home.variables).map(([name, folder]) => [name, join(homePath, folder)])),
    files: Object.entries(home.files).map(([path, text]) => ({ path: join(homePath, path), text })),
  };
}
