import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";
import { usualLandingPlan } from "../../src/score/plan/landing-plan.ts";
import { applyAndCommit, cherryPick, mergeTreeLoop, writePatches } from "./by-hand.ts";
import { makeCaptures } from "./captures.ts";
import { type Shape, git, makeRepository, runs } from "./repository.ts";
import { capturesPrefix, openLander } from "./tutti.ts";

/** Ways to land the same results. Those that begin with "Tutti" do it durably, with proof and receipts. */
export const ways = [
  "Tutti",
  "Tutti, 10 at a time",
  "Tutti, checked out",
  "merge-tree loop",
  "apply + commit",
  "cherry-pick",
] as const;
export type Way = (typeof ways)[number];

/** Where results are landed in one repository, in each way on a copy of its own that nothing landed on before. */
export interface Yard {
  /** Milliseconds for each landing. */
  land(way: Way): Promise<number>;
}

interface Site {
  readonly folder: string;
  readonly shape: Shape;
  readonly count: number;
  readonly base: CommitSha;
  readonly captures: readonly CommitSha[];
}

/** Ways in a work tree are slow in a large one, and a part of the landings tells as much. */
const shareInWorkTree = 5;

export async function openYard(folder: string, shape: Shape, count: number): Promise<Yard> {
  mkdirSync(folder);
  const user = join(folder, "user");
  await makeRepository(user, shape);
  const base = (await git(user, ["rev-parse", "main"])) as CommitSha;
  const byHand = join(folder, "by-hand");
  await copy(user, byHand);
  const captures = await makeCaptures(join(byHand, ".git"), { shape, base, first: 0, count, prefix: "refs/captures" });
  await writePatches(byHand, { base, captures, folder: join(folder, "patches") });
  const site: Site = { folder, shape, count, base, captures };
  const landing: Readonly<Record<Way, () => Promise<number>>> = {
    Tutti: () => byTutti(site, { isCheckedOut: false, atOnce: count }),
    "Tutti, 10 at a time": () => byTutti(site, { isCheckedOut: false, atOnce: 10 }),
    "Tutti, checked out": () => byTutti(site, { isCheckedOut: true, atOnce: count }),
    "merge-tree loop": async () =>
      timed({ ...site, repository: await fresh(byHand, join(folder, "copy")) }, mergeTreeLoop),
    "apply + commit": async () =>
      timed({ ...fewer(site), repository: await putBack(byHand, join(folder, "applied")) }, applyAndCommit),
    "cherry-pick": async () =>
      timed({ ...fewer(site), repository: await putBack(byHand, join(folder, "picked")) }, cherryPick),
  };
  return { land: (way) => landing[way]() };
}

function fewer(site: Site): Site {
  const count = Math.ceil(site.count / shareInWorkTree);
  return { ...site, count, captures: site.captures.slice(0, count) };
}

async function byTutti(site: Site, how: { readonly isCheckedOut: boolean; readonly atOnce: number }): Promise<number> {
  const { folder, shape, base, count } = site;
  const user = join(folder, "user");
  const repository = how.isCheckedOut
    ? await putBack(user, join(folder, "checked-out"))
    : await fresh(user, join(folder, "copy"));
  const home = join(folder, "home");
  const lander = await openLander(home, repository);
  try {
    const captures = await makeCaptures(lander.store, { shape, base, first: 0, count, prefix: capturesPrefix });
    const results = captures.map((capture) => ({ base, capture }));
    // The first one is landed before: what stays open from one landing to the next is open then.
    const begun = await lander.land(results.slice(0, 1), usualLandingPlan);
    await settle(folder);
    const { ms, states: later } = await lander.land(results.slice(1), usualLandingPlan, how.atOnce);
    const states = [...begun.states, ...later];
    const receipts = (await git(repository, ["ls-tree", "-r", "--name-only", "refs/tutti/receipts"])).split(
      "\n",
    ).length;
    if (states.some((state) => state !== "landed") || receipts !== count)
      throw new Error(`Tutti landed ${states.join(", ")}, with ${String(receipts)} receipts`);
    await requireLanded(repository, site);
    return ms / (count - 1);
  } finally {
    await lander.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function timed(site: Site & { readonly repository: string }, land: typeof mergeTreeLoop): Promise<number> {
  await settle(site.folder);
  const from = performance.now();
  await land(site.repository, { captures: site.captures, patches: join(site.folder, "patches") });
  const ms = performance.now() - from;
  await requireLanded(site.repository, site);
  return ms / site.count;
}

/** What earlier turns wrote must not have to go to the disk within this one's time. */
async function settle(folder: string): Promise<void> {
  await runs("sync", [], folder);
}

/** One that did not land all of it would be quick. */
async function requireLanded(repository: string, { base, count }: Site): Promise<void> {
  const landed = Number(await git(repository, ["rev-list", "--count", "--first-parent", `${base}..main`]));
  const changed = (await git(repository, ["diff-tree", "-r", "--name-only", base, "main"])).split("\n").length;
  if (landed !== count || changed !== count)
    throw new Error(`${String(landed)} of ${String(count)} landed, and ${String(changed)} files changed`);
}

async function fresh(from: string, to: string): Promise<string> {
  rmSync(to, { recursive: true, force: true });
  await copy(from, to);
  return to;
}

/**
 * A copy with `main` checked out: files are written the first time, and from then on only what the last turn changed is
 * put back.
 */
async function putBack(from: string, to: string): Promise<string> {
  const kept = `${to}.kept`;
  if (!existsSync(kept)) {
    await copy(from, to);
    await git(to, ["checkout", "-q", "main"]);
    await copy(join(to, ".git"), kept);
    return to;
  }
  rmSync(join(to, ".git"), { recursive: true, force: true });
  await copy(kept, join(to, ".git"));
  await git(to, ["reset", "-q", "--hard"]);
  await git(to, ["clean", "-q", "-f", "-d"]);
  return to;
}

async function copy(from: string, to: string): Promise<void> {
  await runs("cp", ["-a", from, to], "/");
}
