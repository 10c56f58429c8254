import { clearAway } from "./contexts/clear-away.ts";
import { levels } from "./contexts/ground.ts";
import { manyFiles } from "./creation/files.ts";
import { inspectRepositories } from "./creation/inspect.ts";
import { tryKill } from "./creation/kill.ts";
import { makeMany } from "./creation/many.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { makePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

const atOnce = 32;
/** Kills in one repository before it is looked at and another one is taken. */
const batch = 25;

/** Contexts can be made by many processes at once, and by a process that follows a killed one. */
export const creation: Part = {
  name: "creation",
  summary: "200 contexts, 32 at once, on every level; kill -9 while one is made, then the same id again",
  defaultCount: 500,
  run: proveCreation,
};

async function proveCreation({ count, seed, say }: PartOrder): Promise<PartResult> {
  const failures: { seed: number; what: string }[] = [];
  // A single try is a kill that is to be had again.
  const crowds = count === 1 ? [] : levels;
  const asked = Math.min(200, Math.max(atOnce, Math.ceil(count * 0.4)));
  let made = 0;
  for (const level of crowds) {
    const crowd = await makeMany(level, asked, atOnce);
    made += crowd.made;
    say(`${level}: ${crowd.made} of ${asked} made, ${atOnce} at once`);
    if (crowd.wrong.length > 0 || crowd.made < asked)
      failures.push({ seed, what: `${level}, ${asked} contexts\n  ${crowd.wrong.slice(0, 10).join("\n  ")}` });
  }
  const kills = await killAll({ count, seed, say });
  return {
    tried: crowds.length * asked + count,
    failures: [...failures, ...kills.failures],
    figures: {
      contexts: `${made} of ${crowds.length * asked}`,
      kills: count,
      "in the middle": kills.inFlight,
      "made again": count - kills.failures.length,
    },
  };
}

async function killAll({
  count,
  seed,
  say,
}: PartOrder): Promise<{ readonly failures: readonly { seed: number; what: string }[]; readonly inFlight: number }> {
  const seeds = Array.from({ length: count }, (_, index) => caseSeed(seed, index));
  const batches = Array.from({ length: Math.ceil(count / batch) }, (_, place) =>
    seeds.slice(place * batch, (place + 1) * batch),
  );
  const failures: { seed: number; what: string }[] = [];
  let inFlight = 0;
  let done = 0;
  const queue = batches.values();
  const work = async (): Promise<void> => {
    const pace = { typicalMs: 300 };
    for (const own of queue) {
      const ground = await makePlayground(manyFiles, "");
      for (const one of own) {
        const trial = await tryKill(ground, one, pace).catch((error: unknown) => ({
          inFlight: false,
          wrong: [String(error)],
        }));
        if (trial.inFlight) inFlight += 1;
        if (trial.wrong.length > 0) failures.push({ seed: one, what: trial.wrong.join("\n  ") });
      }
      for (const fault of inspectRepositories(ground)) failures.push({ seed: own[0] ?? seed, what: fault });
      clearAway(ground.folder);
      done += own.length;
      say(`${done} kills, ${inFlight} in the middle of it`);
    }
  };
  await Promise.all([work(), work()]);
  return { failures, inFlight };
}
