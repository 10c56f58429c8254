import type { Abilities, Agent, AgentCommand, AgentKey, AgentRequest, Bridges, Wanted } from "../agent.ts";
import type { AcpProfile, CliProfile, Profile } from "../profiles/profile.ts";
import { readerFor } from "../streams/reader-for.ts";
import { complaintsFrom, genericComplaints } from "../trouble/complaints.ts";
import { planAcp, planHttp } from "./bridge.ts";
import { planCli } from "./cli.ts";
import { homeChoice } from "./environment.ts";
import { exportedPrice, priced, priceOf } from "./prices.ts";

/** The agent of a profile, with the score's wishes. */
export function profileAgent(profile: Profile, wanted: Wanted, bridges: Bridges): Agent {
  const model = wanted.model ?? profile.model;
  const reader = readerFor(profile.kind === "cli" ? profile.output : { format: "tutti" });
  return {
    name: profile.name,
    abilities: abilitiesOf(profile, model),
    plan: planOf(profile, wanted, bridges),
    reader: (now) => priced(reader(now), profile.models, model),
    complaints: [...complaintsFrom(profile.errors), ...genericComplaints],
    // With a home of its own it needs nothing of the person's.
    personal: (environment) =>
      homeChoice(profile, { ...environment, ...profile.env, ...wanted.env }).kind === "own" ? [] : profile.state,
    network: { hosts: profile.hosts, keys: keysOf(profile) },
    ...(profile.kind === "cli" && profile.promptIs === "program" ? { runsPrompt: true as const } : {}),
    ...(profile.kind === "cli" && profile.exports !== null && !abilitiesOf(profile, model).usage
      ? { exports: { priceOf: exportedPrice(profile, model) } }
      : {}),
    ...(profile.startTimeout === null ? {} : { startMs: profile.startTimeout }),
  };
}

function keysOf({ broker }: Profile): readonly AgentKey[] {
  if (broker === null) return [];
  const { base, to, keys } = broker;
  return Object.entries(keys).map(([variable, written]) => {
    const [header = "", ...prefix] = written.split(": ");
    return { variable, header, prefix: prefix.map((word) => `${word} `).join(""), base: { variable: base, to } };
  });
}

function planOf(profile: Profile, wanted: Wanted, bridges: Bridges): (request: AgentRequest) => AgentCommand {
  switch (profile.kind) {
    case "cli":
      return (request) => planCli(profile, wanted, request);
    case "acp":
      return planAcp(profile, wanted, bridges);
    case "http":
      return planHttp(profile, wanted, bridges);
  }
}

export function abilitiesOf(profile: Profile, model: string | null): Abilities {
  switch (profile.kind) {
    case "cli":
      return cliAbilities(profile);
    case "acp":
      return { events: true, sessions: true, ...stays(profile), usage: true, budget: false };
    case "http":
      return { events: true, sessions: true, usage: true, budget: priceOf(profile.models, model) !== null };
  }
}

function cliAbilities(profile: CliProfile): Abilities {
  const {
    output: { format, ...places },
    sessionArgs,
    budgetArgs,
  } = profile;
  const isPlaced = format === "json" || format === "jsonl";
  return {
    // One object at the end is no sign of life.
    events: format !== "text" && format !== "json",
    sessions: sessionArgs !== null,
    ...stays(profile),
    usage: isPlaced ? places.output_tokens !== undefined || places.usd !== undefined : format !== "text",
    budget: budgetArgs !== null,
    // Codex reports usage of the whole thread.
    ...(format === "codex" ? { usageOfSession: true as const } : {}),
  };
}

function stays({ sessionFolder }: CliProfile | AcpProfile): Pick<Abilities, "sessionsStay"> {
  return sessionFolder === "same" ? { sessionsStay: true } : {};
}
