import { type Try, tryKills, tryUndisturbed } from "./kills-try.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { removePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

/** Wherever Tutti is ended with kill -9, going on loses nothing and doubles nothing, and needs no person. */
export const kills: Part = {
  name: "kills",
  summary: "kill -9 at random points of a 20-sheet job, then go on",
  defaultCount: 200,
  run: proveKills,
};

const triesAtOnce = 2;

async function proveKills({ count, seed, say }: PartOrder): Promise<PartResult> {
  const runMs = await measureRun(seed, Math.min(count, triesAtOnce), say);
  const tries: Try[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const one = await tryKills(caseSeed(seed, next++), runMs);
      tries.push(one);
      if (tries.length % 10 === 0)
        say(`${tries.length} of ${count} tries, ${tries.flatMap((done) => done.kills).length} kills`);
      if (one.wrong.length === 0) await removePlayground(one.ground);
      else say(`seed ${one.seed}: ${one.wrong.length} wrong; it stays in ${one.ground.folder}`);
    }
  };
  await Promise.all(Array.from({ length: triesAtOnce }, work));
  return resultOf(tries);
}

/** How long the job takes undisturbed, with as much beside it as in the tries. */
async function measureRun(seed: number, atOnce: number, say: (line: string) => void): Promise<number> {
  const alone = await Promise.all(Array.from({ length: atOnce }, (_, place) => tryUndisturbed(caseSeed(seed, place))));
  for (const one of alone) {
    if (one.wrong.length > 0) throw new Error(`the job is wrong even when left alone, ${story(one)}`);
    await removePlayground(one.ground);
  }
  const runMs = Math.max(...alone.map((one) => one.tookMs));
  say(`left alone, the job takes ${Math.round(runMs)} ms`);
  return runMs;
}

function resultOf(tries: readonly Try[]): PartResult {
  const struck = tries.flatMap((one) => one.kills);
  const wrong = tries.filter((one) => one.wrong.length > 0);
  return {
    tried: tries.length,
    failures: wrong.map((one) => ({ seed: one.seed, what: story(one) })),
    figures: {
      kills: struck.length,
      "of the whole tree": struck.filter((kill) => kill.isWhole).length,
      "aimed at a landing": struck.filter((kill) => kill.moment.kind === "landing").length,
      "with the checkout half moved": struck.filter((kill) => kill.isMidMove).length,
      "with a lock of git's left": struck.filter((kill) => kill.leftLock).length,
      "before the job was handed in": tries.filter((one) => one.isRunAgain).length,
      "not killed": tries.filter((one) => one.kills.length === 0).length,
      lost: tries.flatMap((one) => one.lost).length,
      doubled: tries.flatMap((one) => one.doubled).length,
    },
  };
}

const mostTold = 12;

function story({ ground, wrong }: Try): string {
  const more = wrong.length > mostTold ? [`and ${wrong.length - mostTold} more`] : [];
  return [`${ground.folder} (wrong.json has all of it)`, ...wrong.slice(0, mostTold), ...more].join("\n  ");
}
