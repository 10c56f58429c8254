import type { Call, Strike } from "./fault/shim.ts";
import { type Trial, playFault } from "./fault/trial.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { removePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

/** A git that fails or is killed, whichever it is of a job's, costs no sheet anything. */
export const fault: Part = {
  name: "fault",
  summary:
    "every git call of a job fails once and is killed once, before and after its work; those that are talked to, between two lines",
  defaultCount: Infinity,
  run: proveFault,
};

const trialsAtOnce = 2;

async function proveFault({ count, seed, say }: PartOrder): Promise<PartResult> {
  const strikes = await everyStrike(say);
  const isAll = count >= strikes.length;
  // The case of a seed is that of its remainder, so that a failing one can be had again.
  const seeds = Array.from({ length: Math.min(count, strikes.length) }, (_, index) =>
    isAll ? index : caseSeed(seed, index),
  );
  const trials: (Trial & { readonly seed: number })[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let own = seeds[next++]; own !== undefined; own = seeds[next++]) {
      const strike = strikes[own % strikes.length];
      if (strike === undefined) continue;
      const trial = await playFault(strike);
      trials.push({ ...trial, seed: own });
      if (trials.length % 25 === 0) say(`${String(trials.length)} of ${String(seeds.length)}`);
      if (trial.wrong.length === 0) await removePlayground(trial.ground);
      else
        say(
          `seed ${String(own)}: ${words(trial, strike)}: ${String(trial.wrong.length)} wrong; it stays in ${trial.ground.folder}`,
        );
    }
  };
  await Promise.all(Array.from({ length: Math.min(trialsAtOnce, seeds.length) }, work));
  return resultOf(trials);
}

/** By what the job does when nothing is struck. */
async function everyStrike(say: (line: string) => void): Promise<readonly Strike[]> {
  const alone = await playFault(null);
  if (alone.wrong.length > 0)
    throw new Error(`the job is wrong even when left alone, in ${alone.ground.folder}:\n${alone.wrong.join("\n")}`);
  await removePlayground(alone.ground);
  const strikes = [...wholeCalls(alone.calls.length), ...alone.calls.flatMap(cutsAt)];
  say(
    `left alone, the job calls git ${String(alone.calls.length)} times in ${String(Math.round(alone.tookMs))} ms: ${String(strikes.length)} jobs with faults`,
  );
  return strikes;
}

/** So many calls lie between two that are struck in one job: each has to get over one fault at a time. */
const apart = 40;

/** Every call in every way, some of them in one job. */
function wholeCalls(count: number): readonly Strike[] {
  const starts = Array.from({ length: Math.min(apart, count) }, (_, index) => index + 1);
  return (["fails", "killed", "killed-after", "fails-after"] as const).flatMap((how) =>
    starts.map(
      (start): Strike => ({
        how,
        at: Array.from({ length: Math.ceil((count - start + 1) / apart) }, (_, index) => start + index * apart),
      }),
    ),
  );
}

function cutsAt({ at, lines }: Call): readonly Strike[] {
  const cuts = [...new Set([1, Math.ceil(lines / 2), lines])].filter((line) => line > 0 && line <= lines);
  return cuts.map((line): Strike => ({ at: [at], how: "cut", line }));
}

function resultOf(trials: readonly (Trial & { readonly seed: number })[]): PartResult {
  const wrong = trials.filter((trial) => trial.wrong.length > 0);
  return {
    tried: trials.length,
    failures: wrong.map((trial) => ({ seed: trial.seed, what: story(trial) })),
    figures: {
      "calls struck": trials.flatMap(({ struck }) => struck).length,
      lost: trials.flatMap(({ lost }) => lost).length,
      doubled: trials.flatMap(({ doubled }) => doubled).length,
      "left behind": trials.flatMap(({ left }) => left).length,
      "attempts counted": trials.flatMap(({ counted }) => counted).length,
      hung: trials.filter(({ isHung }) => isHung).length,
      "ms a job": Math.round(trials.reduce((sum, { tookMs }) => sum + tookMs, 0) / Math.max(1, trials.length)),
    },
  };
}

function words({ struck }: Pick<Trial, "struck">, { how }: Strike): string {
  return struck.map(({ at, args }) => `call ${String(at)} ${how}: git ${args.slice(0, 80)}`).join("; ");
}

const mostTold = 8;

function story({ ground, struck, wrong }: Trial): string {
  const calls = struck.map(({ at, args }) => `${String(at)}: git ${args}`);
  return [`${ground.folder} (wrong.json has all of it)`, ...calls, ...wrong.slice(0, mostTold)].join("\n  ");
}
