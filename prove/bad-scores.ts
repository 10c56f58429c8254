import type { BadCase } from "./bad-scores/bad-case.ts";
import type { CommandName } from "./bad-scores/ground.ts";
import { mutation } from "./bad-scores/mutation.ts";
import { oddFiles } from "./bad-scores/odd-files.ts";
import { oddTemplates } from "./bad-scores/odd-templates.ts";
import { oddExpansions, oddExpressions, oddNames } from "./bad-scores/odd-words.ts";
import { oddYaml } from "./bad-scores/odd-yaml.ts";
import { type Trial, tryCase } from "./bad-scores/trial.ts";
import { wrongTypes } from "./bad-scores/wrong-types.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { caseSeed } from "./seed.ts";

/** Any bad score gives a coded error within a second, with memory bounded, nothing executed and nothing written. */
export const badScores: Part = {
  name: "bad-scores",
  summary: "bombs, wrong types, hostile templates and names, and as many scores damaged by chance",
  defaultCount: 500,
  run: proveBadScores,
};

/** Those that are always tried; the seed of one is its place here. */
export function knownCases(): readonly BadCase[] {
  return [
    ...oddFiles(),
    ...oddYaml(),
    ...oddTemplates(),
    ...oddExpansions(),
    ...oddExpressions(),
    ...oddNames(),
    ...wrongTypes(),
  ];
}

interface Turn {
  readonly seed: number;
  readonly bad: BadCase;
  readonly commands: readonly CommandName[];
}

async function proveBadScores({ count, seed, say }: PartOrder): Promise<PartResult> {
  const turns = turnsOf(count, seed);
  const trials: (Trial & { readonly seed: number })[] = [];
  const queue = turns.values();
  const work = async (): Promise<void> => {
    for (const turn of queue) {
      const trial = await tryCase(turn.bad, turn.commands);
      trials.push({ ...trial, seed: turn.seed });
      if (trials.length % 200 === 0) say(`${trials.length} of ${turns.length}`);
    }
  };
  await Promise.all([work(), work()]);
  return resultOf(trials);
}

/**
 * A single one is that of the seed, so that it can be had again; else all that are known, and as many made by chance.
 */
function turnsOf(count: number, seed: number): readonly Turn[] {
  const known = knownCases();
  const turn = (own: number): Turn => ({
    seed: own,
    bad: known[own] ?? mutation(own),
    commands: commandsFor(known[own], own),
  });
  if (count === 1) return [turn(seed)];
  return [
    ...known.map((_, place) => turn(place)),
    ...Array.from({ length: count }, (_, index) => turn(caseSeed(seed, index))),
  ];
}

/**
 * What must be refused goes through all three commands; of the thousands of others some go through one besides
 * `validate`.
 */
function commandsFor(bad: BadCase | undefined, seed: number): readonly CommandName[] {
  if (bad?.must === "be refused") return ["run", "dry-run"];
  return [[], ["run"], [], ["dry-run"]][seed % 4] as readonly CommandName[];
}

function resultOf(trials: readonly (Trial & { readonly seed: number })[]): PartResult {
  const sum = (of: (trial: Trial) => number): number => trials.reduce((total, trial) => total + of(trial), 0);
  const worst = (of: (trial: Trial) => number): string => {
    const most = trials.reduce((one, other) => (of(other) > of(one) ? other : one));
    return `${Math.round(of(most))} (${most.name})`;
  };
  return {
    tried: trials.length,
    failures: trials
      .filter(({ wrong }) => wrong.length > 0)
      .map(({ seed, name, wrong }) => ({ seed, what: [name, ...wrong].join("\n  ") })),
    figures: {
      runs: sum(({ runs }) => runs),
      refusals: sum(({ refusals }) => refusals),
      "most ms of the processor": worst(({ cpuMs }) => cpuMs),
      "most MB": worst(({ megabytes }) => megabytes),
    },
  };
}
