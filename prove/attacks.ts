import { type ActTrial, tryAct, tryBaseGone } from "./attacks/act-trial.ts";
import { actLevels, ownActs } from "./attacks/acts.ts";
import { everyKey } from "./attacks/config-keys.ts";
import { whyNoContainers } from "./attacks/in-container.ts";
import { tryLeakedEnvironment } from "./attacks/leaked-environment.ts";
import { tryPlant } from "./attacks/plant-trial.ts";
import { type Plant, more, thirty } from "./attacks/plants.ts";
import { tryPlaying } from "./attacks/play-trial.ts";
import { actsTable } from "./attacks/table.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { chanceFrom } from "./seed.ts";

/** What a task plants is never run by Tutti's own git, and what it damages is what the docs say, no more. */
export const attacks: Part = {
  name: "attacks",
  summary:
    "30 planted git configurations, 21 damaging acts, in real contexts without a sandbox; --count: jobs of one plant each",
  defaultCount: 8,
  run: proveAttacks,
};

/** One thing to try; its seed is its place in the list. */
interface Case {
  readonly what: string;
  try(): Promise<{
    readonly wrong: readonly string[];
    readonly executed?: readonly string[];
    readonly reached?: readonly string[];
  }>;
}

async function proveAttacks({ count, seed, say }: PartOrder): Promise<PartResult> {
  const all = casesOf(seed, count);
  const single = count === 1 ? all[seed] : undefined;
  const failures: { seed: number; what: string }[] = [];
  let executions = 0;
  for (const [place, one] of single === undefined ? all.entries() : [[seed, single] as const]) {
    const result = await one
      .try()
      .catch((error: unknown) => ({ wrong: [String(error)], executed: [], reached: undefined }));
    executions += result.executed?.length ?? 0;
    say(
      `${one.what}: ${result.reached === undefined ? `${result.executed?.length ?? 0} executions` : `reached ${result.reached.join(", ") || "nothing"}`}`,
    );
    if (result.wrong.length > 0) failures.push({ seed: place, what: `${one.what}\n  ${result.wrong.join("\n  ")}` });
  }
  const untried = whyNoContainers();
  if (untried !== null) say(`container: not tried here: ${untried}`);
  say(actsTable());
  return {
    tried: single === undefined ? all.length : 1,
    failures,
    figures: { configurations: plants().length, acts: ownActs.length + 2, executions },
  };
}

function casesOf(seed: number, count: number): readonly Case[] {
  const chance = chanceFrom(seed);
  const sample = Array.from({ length: count }, () => chance.pick(thirty as readonly [Plant, ...Plant[]]));
  const modes = ["clone", "worktree"] as const;
  return [
    ...modes.flatMap(plantCases),
    ...actLevels.filter((level) => level !== "container" || whyNoContainers() === null).flatMap(actCases),
    ...modes.flatMap((mode) => playCases(mode, sample)),
  ];
}

function plants(): readonly Plant[] {
  return [...thirty, ...more, everyKey()];
}

function plantCases(mode: "clone" | "worktree"): readonly Case[] {
  return plants().map((plant) => ({ what: `${mode}, ${plant.name} planted`, try: () => tryPlant(plant, mode) }));
}

function actCases(level: (typeof actLevels)[number]): readonly Case[] {
  const copies = level === "clone" ? ownActs.filter(({ name }) => name === "junk" || name === "gc") : [];
  return [
    ...ownActs.map((act) => ({ what: `${level}, ${act.name}`, try: (): Promise<ActTrial> => tryAct(act, level) })),
    // Copies that were hard links would be the user's own objects.
    ...copies.map((act) => ({
      what: `${level} with copies, ${act.name}`,
      try: (): Promise<ActTrial> => tryAct(act, level, "copy"),
    })),
    { what: `${level}, base gone`, try: () => tryBaseGone(level) },
    ...(level === "container"
      ? []
      : [{ what: `${level}, leaked environment`, try: (): Promise<ActTrial> => tryLeakedEnvironment(level) }]),
  ];
}

/** All in one job, and some alone: what one does must not hide what another does. */
function playCases(mode: "clone" | "worktree", sample: readonly Plant[]): readonly Case[] {
  return [
    { what: `${mode}, a job of all plants`, try: () => tryPlaying(plants(), mode) },
    ...sample.map((plant) => ({ what: `${mode}, a job with ${plant.name}`, try: () => tryPlaying([plant], mode) })),
  ];
}
