import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";
import { usualLandingPlan } from "../../src/score/plan/landing-plan.ts";
import { makeCaptures } from "./captures.ts";
import { git, makeRepository, runs, sizes } from "./repository.ts";
import { type Lander, capturesPrefix, openLander } from "./tutti.ts";

const shape = sizes.medium;
const few = 10;
/** How many are landed before a measurement, by the same engine: what it opens once is open then. */
const warm = 10;
const measured = 100;
/** Landed together on the way to many. */
const block = 250;

/** A home and a repository on which so many have landed, and more do at every look. */
interface Place {
  readonly home: string;
  readonly repository: string;
  landed: number;
}

/** What a landing costs where few have landed before, and where many have: milliseconds, by turns. */
export async function measureFlatness(
  folder: string,
  order: { readonly rounds: number; readonly before: number },
): Promise<{ readonly few: number[]; readonly many: number[] }> {
  mkdirSync(folder);
  const model = join(folder, "model");
  await makeRepository(model, shape);
  const many = await makePlace(join(folder, "many"), model);
  await withLander(many, async (lander) => {
    while (many.landed < order.before) await landMore(lander, many, Math.min(block, order.before - many.landed));
  });
  const times: { few: number[]; many: number[] } = { few: [], many: [] };
  for (let round = 0; round <= order.rounds; round += 1) {
    const little = await makePlace(join(folder, `few-${String(round)}`), model);
    await withLander(little, (lander) => landMore(lander, little, few));
    // The one that begins changes with each round; the first does not count.
    const turns = [["few", little] as const, ["many", many] as const];
    for (const [name, place] of round % 2 === 0 ? turns : turns.toReversed()) {
      const ms = await measureOnce(place);
      if (round > 0) times[name].push(ms);
    }
    rmSync(join(folder, `few-${String(round)}`), { recursive: true, force: true });
  }
  return times;
}

async function makePlace(folder: string, model: string): Promise<Place> {
  mkdirSync(folder);
  const repository = join(folder, "repository");
  await runs("cp", ["-a", model, repository], "/");
  return { home: join(folder, "home"), repository, landed: 0 };
}

async function withLander<T>({ home, repository }: Place, work: (lander: Lander) => Promise<T>): Promise<T> {
  const lander = await openLander(home, repository);
  try {
    return await work(lander);
  } finally {
    await lander.close();
  }
}

async function measureOnce(place: Place): Promise<number> {
  return withLander(place, async (lander) => {
    await landMore(lander, place, warm);
    return (await landMore(lander, place, measured)) / measured;
  });
}

/** From what the target is now: as sheets do that start when others have landed. Gives milliseconds. */
async function landMore(lander: Lander, place: Place, count: number): Promise<number> {
  const base = (await git(place.repository, ["rev-parse", "main"])) as CommitSha;
  const captures = await makeCaptures(lander.store, {
    shape,
    base,
    first: place.landed,
    count,
    prefix: `${capturesPrefix}/${String(place.landed)}`,
  });
  await runs("sync", [], place.repository);
  const { ms, states } = await lander.land(
    captures.map((capture) => ({ base, capture })),
    usualLandingPlan,
  );
  if (states.some((state) => state !== "landed"))
    throw new Error(`${String(states.filter((state) => state === "landed").length)} of ${String(count)} landed`);
  place.landed += count;
  return ms;
}
