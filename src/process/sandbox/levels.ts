import { requireLayers } from "./find.ts";
import type { LayerName, Sandbox } from "./sandbox.ts";
import { firstMissing, layersHeld } from "./sandbox.ts";

/**
 * The layers without which a level does not keep its promise. `auto` is level `write` with the layers that honest work
 * needs: without mounts, package managers can't write their caches in the person's home.
 */
const needed = {
  auto: ["landlock", "mounts", "rights"],
  write: ["landlock"],
  // Only the filter refuses the keys that the kernel keeps for the person.
  strict: ["landlock", "mounts", "processes", "rights", "calls"],
} as const satisfies Readonly<Record<string, readonly LayerName[]>>;

export function layersFor(level: keyof typeof needed): readonly LayerName[] {
  return needed[level];
}

/** The level of jobs for which no person chose one. */
export function defaultLevel(sandbox: Pick<Sandbox, "layers">): "write" | "off" {
  return firstMissing(sandbox, needed.auto) === null ? "write" : "off";
}

/** One line at the start of a job. */
export function defaultNotice(sandbox: Pick<Sandbox, "layers">): string {
  const missing = firstMissing(sandbox, needed.auto);
  if (missing !== null)
    return `sandbox: off, because the layer ${missing.name} does not hold on this machine (${missing.missing ?? ""}); tutti doctor says how to get it`;
  const held = sandbox.layers.filter((layer) => layer.missing === null && layer.name !== "network");
  return `sandbox: write, by ${held.map(({ name }) => name).join(", ")}; agents and validations write only what is theirs (tutti config set sandbox off to work without)`;
}

/** The first of several settings that is not `auto`, else the default of this machine. */
export async function chosenLevel<Level extends string>(
  choices: readonly ("auto" | Level)[],
  sandbox: () => Promise<Pick<Sandbox, "layers">>,
): Promise<Level | "write" | "off"> {
  for (const choice of choices) if (choice !== "auto") return choice;
  return defaultLevel(await sandbox());
}

/** The questions of jobs to the sandbox of a machine. */
interface MachineLevels {
  usualLevel(): Promise<"write" | "off">;
  usualNotice(): Promise<string>;
  layers(hasNetwork: boolean): Promise<readonly string[]>;
  require(levels: readonly ("off" | "write" | "strict")[], hasNetwork: boolean): Promise<void>;
}

export function machineLevels(sandbox: () => Promise<Sandbox>): MachineLevels {
  return {
    usualLevel: async () => defaultLevel(await sandbox()),
    usualNotice: async () => defaultNotice(await sandbox()),
    layers: async (hasNetwork) => layersHeld(await sandbox(), hasNetwork),
    require: async (levels, hasNetwork) => {
      const asked = levels.flatMap((level) => (level === "off" ? [] : layersFor(level)));
      const all = hasNetwork ? [...asked, "landlock", "network"] : asked;
      if (all.length > 0) requireLayers(await sandbox(), all);
    },
  };
}
