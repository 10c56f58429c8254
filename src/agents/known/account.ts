import { createHash } from "node:crypto";
import { type AgentPlan, accountOf, agentName, mayCost } from "../../score/plan/agents/agent-plan.ts";
import { secretsIn } from "../environment.ts";
import { passed } from "../profile/environment.ts";
import type { Profile } from "../profiles/profile.ts";
import type { ProfileShelf } from "../profiles/shelf.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** An account as all homes of a machine know it: no secret can be read from its keys. */
export interface KnownAccount {
  /** The account and its model. */
  readonly key: string;
  readonly account: string;
  readonly name: string;
  /** Its agent says when it is answered. */
  readonly isHeard: boolean;
}

/**
 * The account that an agent's credentials point to: the one that the score names; else its keys, whichever profile uses
 * them; else the login in the user's home. `null`: an agent that calls no model.
 */
export function knownAccount(
  agent: AgentPlan,
  { shelf, client }: { readonly shelf: ProfileShelf; readonly client: Environment },
): KnownAccount | null {
  if (!mayCost(agent)) return null;
  const name = agent.kind === "command" ? (agent.argv[0].split("/").at(-1) ?? "") : agentName(agent);
  if (agent.kind !== "profile") return { ...keysOf(accountOf(agent), ""), name, isHeard: false };
  const profile = shelf.find(agent.name);
  const pointer = agent.account ?? (profile === undefined ? agent.name : credentials(profile, agent.env, client));
  return { ...keysOf(pointer, agent.model ?? "default"), name, isHeard: true };
}

function credentials(profile: Profile, wanted: Readonly<Record<string, string>>, client: Environment): string {
  const env = { ...passed(profile, client), ...profile.env, ...wanted };
  const http = profile.kind === "http" ? [profile.baseUrl] : [];
  const keys = secretsIn(env, [...profile.secrets, ...(profile.home?.auth ?? [])]);
  const servers = Object.entries(env).flatMap(([name, value]) => (/(?:BASE_URL|ENDPOINT)$/.test(name) ? [value] : []));
  const login = [profile.name, client["HOME"] ?? ""];
  return ["credentials", ...(keys.length > 0 ? keys.toSorted() : login), ...servers, ...http].join("\0");
}

function keysOf(pointer: string, model: string): Pick<KnownAccount, "key" | "account"> {
  const account = accountId(pointer);
  return { account, key: `${account}/${model}` };
}

/** As the ledger has it. `pointer`: the name that a score gives, or what credentials point to. */
export function accountId(pointer: string): string {
  return createHash("sha256").update(`tutti account\0${pointer}`).digest("hex").slice(0, 16);
}
