import { join } from "node:path";
import type { AgentRequest } from "../agent.ts";
import type { Profile } from "../profiles/profile.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Whose home an agent runs in. */
export type HomeChoice =
  /** `by`: the variable that makes a login needless; `null`: the profile wants it in any case. */
  | { readonly kind: "own"; readonly by: string | null }
  /** The user's: there its login lies, which Tutti neither reads nor copies. */
  | { readonly kind: "user" };

export function homeChoice({ home }: Profile, environment: Environment): HomeChoice {
  if (home === null || home.own === "never") return { kind: "user" };
  if (home.own === "always") return { kind: "own", by: null };
  const by = home.auth.find((name) => (environment[name] ?? "") !== "");
  return by === undefined ? { kind: "user" } : { kind: "own", by };
}

export interface HomePlan {
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export function homePlan(profile: Profile, environment: Environment, { homePath }: AgentRequest): HomePlan {
  const { home } = profile;
  if (home === null || homeChoice(profile, environment).kind === "user") return { env: {}, files: [] };
  return {
    env: Object.fromEntries(Object.entries(home.variables).map(([name, folder]) => [name, join(homePath, folder)])),
    files: Object.entries(home.files).map(([path, text]) => ({ path: join(homePath, path), text })),
  };
}
