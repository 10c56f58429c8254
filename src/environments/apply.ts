import { literal } from "../plan/literal.ts";
import type { WrittenDefaults } from "../score/plan/isolation.ts";
import type { ReadEnvironment } from "./read.ts";

/** What an environment says in the words of scores: it holds where a score says nothing. */
export function defaultsOf({ environment, written }: ReadEnvironment): WrittenDefaults {
  const [agent, ...fallbacks] = (written["agents"] ?? []) as readonly unknown[];
  const { parallel, timeout, memory, cpus, pids, ...cost } = (written["limits"] ?? {}) as Readonly<
    Record<string, unknown>
  >;
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
  const { image, pull, network, mounts } = written;
  const ports = Array.isArray(environment.ports) ? written["ports"] : undefined;
  const container = present({ image, pull, network, mounts, ports, memory, cpus, pids });
  return present({
    target: environment.base,
    agent,
    fallbacks: agent === undefined ? undefined : fallbacks,
    parallel,
    timeout,
    cost: Object.keys(cost).length === 0 ? undefined : cost,
    prepare: Object.keys(prepare).length === 0 ? undefined : prepare,
    container: Object.keys(container).length === 0 ? undefined : container,
    prompt_extensions: environment.prompt?.map(literal),
  });
}

/** It was checked as it was read, and is checked again where it is used. */
function present(map: Readonly<Record<string, unknown>>): WrittenDefaults {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined));
}
