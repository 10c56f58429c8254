import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";
import { type BatchPlan, type LandingPlan, usualBatch, usualLandingPlan } from "../../src/score/plan/landing-plan.ts";
import { makeCaptures } from "../landing/captures.ts";
import { git, runs, sizes } from "../landing/repository.ts";
import { capturesPrefix, openLander } from "../landing/tutti.ts";

/**
 * Ways to land results that have to pass a gate. The serial one is the same queue with batches of one.
 */
export const lines = ["serial", "Tutti", "Tutti, 4 tests at once"] as const;
export type LineName = (typeof lines)[number];

const batches: Readonly<Record<LineName, BatchPlan>> = {
  serial: { ...usualBatch, max: 1, window: 1, parallel: 1 },
  Tutti: usualBatch,
  "Tutti, 4 tests at once": { ...usualBatch, parallel: 4 },
};

export interface Contest {
  readonly folder: string;
  /** With one commit on `main`; stays as it is. */
  readonly model: string;
  readonly count: number;
  readonly gateSeconds: number;
}

export interface Outcome {
  readonly ms: number;
  /** How often the gate was run to its end, or to where it was called off. */
  readonly runs: number;
}

const shape = sizes.small;
/** A tree with this folder does not pass. */
const badFolder = "bad";

/** Lands all that is good, and ejects all that is bad: anything else is an error. */
export async function landThrough(contest: Contest, line: LineName, culprits: ReadonlySet<number>): Promise<Outcome> {
  const { folder, model, count } = contest;
  const repository = join(folder, "copy");
  const home = join(folder, "home");
  const tally = join(folder, "tally");
  rmSync(repository, { recursive: true, force: true });
  await runs("cp", ["-a", model, repository], "/");
  appendFileSync(tally, "", { flag: "w" });
  const lander = await openLander(home, repository);
  try {
    const base = (await git(repository, ["rev-parse", "main"])) as CommitSha;
    const adding = { folder: badFolder, places: culprits };
    const captures = await makeCaptures(lander.store, { shape, base, first: 0, count, prefix: capturesPrefix, adding });
    await runs("sync", [], folder);
    const results = captures.map((capture) => ({ base, capture }));
    const { ms, states } = await lander.land(results, planFor(contest, line, tally));
    const wrong = states.flatMap((state, place) =>
      (state === "landed") === culprits.has(place) ? [`${String(place)} ${state}`] : [],
    );
    const landed = Number(await git(repository, ["rev-list", "--count", "--first-parent", `${base}..main`]));
    if (wrong.length > 0 || landed !== count - culprits.size)
      throw new Error(`${line}: ${String(landed)} landed; wrong: ${wrong.join(", ")}`);
    return { ms, runs: readFileSync(tally, "utf8").length };
  } finally {
    await lander.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** The gate counts its own runs: in the tree there is nothing that would tell. */
function planFor({ gateSeconds }: Contest, line: LineName, tally: string): LandingPlan {
  const command = `printf . >>'${tally}'; sleep ${String(gateSeconds)}; test ! -e ${badFolder}`;
  const gate = {
    name: "slow",
    command: { kind: "line" as const, shell: "sh" as const, line: command },
    quick: null,
    timeoutMs: 600_000,
    files: [],
    borrow: [],
  };
  return { ...usualLandingPlan, gates: [gate], batch: batches[line] };
}
