import { TuttiError } from "../base/error.ts";
import { listOf } from "../base/text.ts";
import { literal } from "../plan/literal.ts";
import type { WrittenDefaults } from "../score/plan/isolation.ts";
import { containerKeys, type ReadEnvironment } from "./read.ts";

/** What an environment says in the words of scores: it holds where a score says nothing. */
export function defaultsOf({ environment, written }: ReadEnvironment): WrittenDefaults {
  const [agent, ...fallbacks] = (written["agents"] ?? []) as readonly unknown[];
  const { parallel, timeout, ...cost } = (written["limits"] ?? {}) as Readonly<Record<string, unknown>>;
  const variables = [
    ...Object.entries(environment.variables ?? {}).map(([name, value]) => [name, literal(value)] as const),
    ...Object.keys(environment.secrets ?? {}).map((name) => [name, { from: name }] as const),
  ];
  const prepare = present({
    commands: written["prepare"],
    teardown: written["teardown"],
    include: written["include"],
    ports: typeof environment.ports === "number" ? environment.ports : undefined,
    environment: variables.length === 0 ? undefined : Object.fromEntries(variables),
  });
  return present({
    target: environment.base,
    agent,
    fallbacks: agent === undefined ? undefined : fallbacks,
    parallel,
    timeout,
    cost: Object.keys(cost).length === 0 ? undefined : cost,
    prepare: Object.keys(prepare).length === 0 ? undefined : prepare,
    prompt_extensions: environment.prompt?.map(literal),
  });
}

/** Refuses what this version can't do: work that asked for a container never runs without one. */
export function requireUsable({ name, environment }: ReadEnvironment): void {
  const keys = containerKeys(environment);
  if (keys.length === 0) return;
  throw new TuttiError(
    "environment.invalid",
    `the environment ${name} needs containers (${listOf(keys)}), which this version of Tutti does not run`,
    { audience: "user", hint: `Leave it out: tutti env edit ${name}. docs/isolation.md has the levels there are.` },
  );
}

/** It was checked as it was read, and is checked again where it is used. */
function present(map: Readonly<Record<string, unknown>>): WrittenDefaults {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined));
}
