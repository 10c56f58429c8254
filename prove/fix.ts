import { untilNone } from "./conductor-kills/target.ts";
import { playKilled, stopConductor } from "./fix/kills.ts";
import { type Size, drawProject, fixArgs, makeGround } from "./fix/project.ts";
import { sampleCheckout } from "./fix/samples.ts";
import { type Inspection, inspect } from "./inspection.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { type Playground, removePlayground } from "./playground.ts";
import { caseSeed, chanceFrom } from "./seed.ts";
import { type End, runTutti } from "./tutti.ts";

/** Every finding of a hundred files is fixed, each file in one commit, with any process killed meanwhile. */
export const fix: Part = fixOf({ files: 100, atOnce: 16 });

/**
 * The same with other sizes; a try is two jobs: one that runs undisturbed, and one whose client and conductor are
 * killed.
 */
export function fixOf(size: Size): Part {
  return {
    name: "fix",
    summary: `tutti fix on ${String(size.files)} files, ${String(size.atOnce)} at once: undisturbed with an eye on the user's checkout, then with kill -9 of client and conductor`,
    defaultCount: 3,
    run: (order) => proveFix(order, size),
  };
}

async function proveFix({ count, seed, say }: PartOrder, size: Size): Promise<PartResult> {
  const rounds: Round[] = [];
  for (let place = 0; place < count; place += 1) {
    const own = caseSeed(seed, place);
    for (const play of [playCalm, playDisturbed]) {
      const round = await play(own, size);
      rounds.push(round);
      say(
        `seed ${String(own)}: ${round.told}, ${(round.tookMs / 1000).toFixed(1)} s, ${String(round.wrong.length)} wrong`,
      );
      if (round.wrong.length === 0) await removePlayground(round.ground);
    }
  }
  const wrong = rounds.filter((round) => round.wrong.length > 0);
  return {
    tried: count,
    failures: wrong.map((round) => ({
      seed: round.seed,
      what: `${round.told}, ${round.ground.folder}\n  ${round.wrong.slice(0, mostTold).join("\n  ")}`,
    })),
    figures: {
      files: rounds.length * size.files,
      lost: rounds.flatMap((round) => round.lost).length,
      doubled: rounds.flatMap((round) => round.doubled).length,
      "left behind": rounds.flatMap((round) => round.left).length,
      samples: sum(rounds.map(({ samples }) => samples)),
      "states of the checkout": sum(rounds.map(({ states }) => states)),
      kills: sum(rounds.map(({ kills }) => kills)),
      resumed: sum(rounds.map(({ resumed }) => resumed)),
      "ms a file": Math.round(sum(rounds.map(({ tookMs }) => tookMs)) / Math.max(1, rounds.length * size.files)),
    },
  };
}

const mostTold = 12;

interface Round extends Inspection {
  readonly seed: number;
  readonly ground: Playground;
  readonly told: string;
  readonly tookMs: number;
  readonly samples: number;
  readonly states: number;
  readonly kills: number;
  readonly resumed: number;
}

async function playCalm(seed: number, size: Size): Promise<Round> {
  const chance = chanceFrom(seed);
  const project = drawProject(chance, size);
  const ground = await makeGround(project, "auto");
  const from = performance.now();
  const sampling = sampleCheckout(ground, project);
  const end = await runTutti(ground, fixArgs(size));
  const tookMs = performance.now() - from;
  const { wrong, ...seen } = await sampling.stop();
  const found = await inspected(ground, project.expected);
  const blind = seen.states < 2 ? ["the checkout was never seen between two landings"] : [];
  return {
    ...found,
    ...seen,
    seed,
    ground,
    tookMs,
    kills: 0,
    resumed: 0,
    told: "undisturbed",
    wrong: [...found.wrong, ...wrong, ...blind, ...badEnd(end)],
  };
}

async function playDisturbed(seed: number, size: Size): Promise<Round> {
  const chance = chanceFrom(seed ^ disturbed);
  const project = drawProject(chance, size);
  const ground = await makeGround(project, chance.pick(["auto", "group"]));
  const from = performance.now();
  const { kills, words, last } = await playKilled(ground, chance, size);
  const tookMs = performance.now() - from;
  const found = await inspected(ground, project.expected);
  const told = `killed: ${kills.join(" ") || "no process"}; said again: ${words.join(" ") || "nothing"}`;
  return {
    ...found,
    seed,
    ground,
    tookMs,
    samples: 0,
    states: 0,
    kills: kills.length,
    resumed: words.length,
    told,
    wrong: [...found.wrong, ...badEnd(last)],
  };
}

/** Another chance than that of the first job. */
const disturbed = 0x5bd1e995;

type Expected = Parameters<typeof inspect>[1];

async function inspected(ground: Playground, expected: Expected): Promise<Inspection> {
  await stopConductor(ground);
  const left = (await untilNone(ground, 10_000)).map((pid) => `process ${String(pid)} is still there`);
  const found = await inspect(ground, expected);
  await stopConductor(ground);
  return { ...found, left: [...left, ...found.left], wrong: [...left, ...found.wrong] };
}

function badEnd({ code, said }: End): readonly string[] {
  return code === 0 ? [] : [`it ended with ${String(code)}: ${said.trimEnd().split("\n").slice(-3).join("\n")}`];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
