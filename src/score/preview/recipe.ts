import { sizeText } from "../../base/text.ts";
import { durationText } from "../duration.ts";
import { commandText } from "../plan/command.ts";
import type { ContainerPlan } from "../plan/container.ts";
import type { Recipe, RecipeCommand } from "../plan/recipe.ts";

/** How contexts are made ready, a line each. Names of variables only: values may be secrets. */
export function recipeLines({
  include,
  commands,
  environment,
  ports,
  teardown,
  container,
}: Recipe = {}): readonly string[] {
  const variables = Object.entries(environment ?? {}).map(([name, value]) =>
    typeof value === "string" ? name : `${name} (of the terminal)`,
  );
  return [
    ...(container === undefined ? [] : [`runs programs in ${containerWords(container)}`]),
    ...(include ?? []).slice(0, 1).map(() => `copies ignored files: ${include?.join(" ") ?? ""}`),
    ...(commands ?? []).map((step) => `runs ${commandWords(step)}${reuseWords(step)}`),
    ...(variables.length === 0 ? [] : [`sets ${variables.join(", ")}`]),
    ...(ports === undefined || ports === 0 ? [] : [`has ${ports === 1 ? "a port" : `${ports} ports`} of its own`]),
    ...(teardown ?? []).map((step) => `runs ${commandWords(step)} when it is left`),
  ].map((words) => `each context ${words}`);
}

/** Limits and network as far as they are not the usual ones. */
function containerWords({ image, network, memoryBytes, cpus, mounts }: ContainerPlan): string {
  const more = [
    ...(network === "own" ? [] : [network === "none" ? "without a network" : "on this machine's network"]),
    ...(memoryBytes === null ? [] : [`with ${sizeText(memoryBytes)} of memory`]),
    ...(cpus === null ? [] : [`on ${String(cpus)} ${cpus === 1 ? "processor" : "processors"}`]),
    ...(mounts.length === 0 ? [] : [`with ${mounts.map(({ from }) => from).join(", ")}`]),
  ];
  return `containers of ${[image, ...more].join(", ")}`;
}

function commandWords({ command, timeoutMs }: RecipeCommand): string {
  return `${commandText(command)} (${durationText(timeoutMs)} at most)`;
}

function reuseWords({ inputs }: RecipeCommand): string {
  if (inputs === null) return ", once for a lock file";
  return inputs.length === 0 ? "" : `, once for the same ${inputs.join(" ")}`;
}
