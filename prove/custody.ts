import { clearAway } from "./contexts/clear-away.ts";
import { contextBase } from "./custody/file-changes.ts";
import { tryJob } from "./custody/job-trial.ts";
import { tryInPlace } from "./custody/in-place-trial.ts";
import { type CustodyTrial, tryLibrary } from "./custody/library-trial.ts";
import { type Way, ways } from "./custody/ways.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { makePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

/** Levels with files of their own; in place, the files are the user's. */
const levels = ["clone", "worktree", "directory", "full"] as const;
type OwnLevel = (typeof levels)[number];
/** States in one job. */
const batch = 8;

/**
 * However a context ends, every byte in it is captured, or listed as left out and still there, or was waste by the
 * base's own rules.
 */
export const custody: Part = {
  name: "custody",
  summary:
    "contexts in random states: each captured and destroyed by the library, and ended in a job in one of all ways",
  defaultCount: 1_000,
  run: proveCustody,
};

interface Ended {
  readonly seed: number;
  readonly how: string;
  readonly trial: CustodyTrial;
}

async function proveCustody({ count, seed, say }: PartOrder): Promise<PartResult> {
  if (process.getuid?.() === 0)
    say("as root, modes deny nothing: files that are closed to others are read and captured");
  const seeds = Array.from({ length: count }, (_, index) => caseSeed(seed, index));
  const ended: Ended[] = [];
  const queue = batchesOf(seeds).values();
  const work = async (): Promise<void> => {
    for (const one of queue) {
      ended.push(
        ...(await one
          .run()
          .catch((error: unknown) => one.seeds.map((own) => broken(own, `${one.how}: ${String(error)}`)))),
      );
      say(`${ended.length} ends; ${one.how}`);
    }
  };
  // A job that waits for its time-out needs no processor.
  await Promise.all([work(), work(), work()]);
  return resultOf(ended, count);
}

interface Batch {
  readonly how: string;
  readonly seeds: readonly number[];
  run(): Promise<readonly Ended[]>;
}

/** Every state once by the library and once in a job; a single one, to be had again, in every way. */
function batchesOf(seeds: readonly number[]): readonly Batch[] {
  const inPlace = inPlaceBatch(seeds);
  if (seeds.length === 1)
    return [
      inPlace,
      ...levels.flatMap((level) => [libraryBatch(level, seeds), ...ways.map((way) => jobBatch(way, level, seeds))]),
    ];
  const shares = Array.from({ length: Math.ceil(seeds.length / batch) }, (_, place) =>
    seeds.slice(place * batch, (place + 1) * batch),
  );
  return shares.flatMap((share, place) => {
    const way = ways[place % ways.length] as Way;
    // Not in step with the ways, so that each way meets each level.
    const level = levels[(place + Math.floor(place / ways.length)) % levels.length] as OwnLevel;
    const library =
      place % 5 === 4 ? inPlaceBatch(share) : libraryBatch(levels[place % levels.length] as OwnLevel, share);
    return [jobBatch(way, level, share), library];
  });
}

function jobBatch(way: Way, level: OwnLevel, seeds: readonly number[]): Batch {
  const how = `${way.name}, ${level}`;
  return {
    how,
    seeds,
    run: async () => (await tryJob(way, level, seeds)).map((trial, place) => ({ seed: seeds[place] ?? 0, how, trial })),
  };
}

function libraryBatch(level: OwnLevel, seeds: readonly number[]): Batch {
  const how = `library, ${level}`;
  const run = async (): Promise<readonly Ended[]> => {
    const ground = await makePlayground(contextBase(1), "");
    const ended: Ended[] = [];
    for (const seed of seeds) {
      ended.push(
        await tryLibrary(ground, level, seed).then(
          (trial) => ({ seed, how, trial }),
          (error: unknown) => broken(seed, `${how}: ${String(error)}`),
        ),
      );
    }
    clearAway(ground.folder);
    return ended;
  };
  return { how, seeds, run };
}

function inPlaceBatch(seeds: readonly number[]): Batch {
  const how = "library, none";
  const run = async (): Promise<readonly Ended[]> => {
    const ended: Ended[] = [];
    for (const seed of seeds) ended.push({ seed, how, trial: await tryInPlace(seed) });
    return ended;
  };
  return { how, seeds, run };
}

function broken(seed: number, why: string): Ended {
  return { seed, how: "", trial: { changes: [], wrong: [why], end: "?" } };
}

function resultOf(ended: readonly Ended[], states: number): PartResult {
  const bad = ended.filter(({ trial }) => trial.wrong.length > 0);
  return {
    tried: ended.length,
    failures: bad.map(({ seed, how, trial }) => ({
      seed,
      what: `${how} (${trial.changes.join(", ")})\n  ${trial.wrong.slice(0, 5).join("\n  ")}`,
    })),
    figures: {
      states,
      ways: ways.length + 1,
      destroyed: ended.filter(({ trial }) => trial.end === "destroyed" || trial.end === "gone").length,
      kept: ended.filter(({ trial }) => trial.end === "kept" || trial.end === "still there").length,
      "with something lost": bad.length,
    },
  };
}
