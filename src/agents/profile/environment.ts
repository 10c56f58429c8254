import type { AgentRequest } from "../agent.ts";
import type { Profile } from "../profiles/profile.ts";
import { isNamed, secretsIn } from "../secrets.ts";
import { agentVariables } from "../variables.ts";
import { homePlan, type HomePlan } from "./home.ts";

export interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly files: HomePlan["files"];
  readonly secrets: readonly string[];
}

/** What an agent finds around it. `wanted`: the variables that the score sets. */
export function surroundings(
  profile: Profile,
  wanted: Readonly<Record<string, string>>,
  request: AgentRequest,
): Surroundings {
  const own = { ...passed(profile, request.environment), ...profile.env };
  const home = homePlan(profile, { ...own, ...wanted }, request);
  // Ours come last: a score must not be able to say that a sheet is another one.
  const env = { ...own, ...home.env, ...wanted, ...agentVariables(request) };
  return { env, files: home.files, secrets: secretsIn(env, [...profile.secrets, ...keyVariables(profile)]) };
}

function passed(profile: Profile, environment: AgentRequest["environment"]): Record<string, string> {
  const names = passedNames(profile);
  const found = Object.entries(environment).filter(
    ([name, value]) => value !== undefined && value !== "" && isNamed(names, name),
  );
  return Object.fromEntries(found) as Record<string, string>;
}

/** All variables of the client that an agent gets. */
function passedNames(profile: Profile): readonly string[] {
  return [...profile.pass, ...(profile.home?.auth ?? []), ...keyVariables(profile)];
}

function keyVariables(profile: Profile): readonly string[] {
  return profile.kind === "http" && profile.keyVariable !== null ? [profile.keyVariable] : [];
}
