import type { CommitSha } from "../../base/ids.ts";
import { type Reverts, readReverts, revertThatStands } from "../../git/history/reverts.ts";
import { readLandings } from "../../git/history/trailers.ts";
import type { LandingHands } from "../hands.ts";
import { type TrailCommit, revertsIn, trailFrom } from "./trail.ts";

/** A landing that a target has and a base has not. */
export interface Unseen {
  readonly job: string;
  readonly sheet: string;
  readonly attempt: number;
  readonly commit: CommitSha;
}

interface Range {
  readonly base: CommitSha;
  readonly head: CommitSha;
}

/** How many commits are looked through one by one; for more, git is faster. */
const mostSteps = 1_024;

/**
 * What landed between a base and the target, oldest first, each sheet once; what was taken back since is not among it.
 */
export async function unseenLandings(hands: LandingHands, range: Range): Promise<readonly Unseen[]> {
  const { landings, reverts } = (await walk(hands, range)) ?? (await ask(hands, range));
  // Of one that landed as several commits, the last is the one that is taken back.
  const each = [...new Map(landings.map((landing) => [`${landing.job}\n${landing.sheet}`, landing])).values()];
  return each.filter(({ commit }) => revertThatStands(reverts, commit) === undefined);
}

interface Found {
  readonly landings: readonly Unseen[];
  readonly reverts: Reverts;
}

/** `undefined`: the base is not on the way of first parents, or too far. */
async function walk({ objects }: LandingHands, { base, head }: Range): Promise<Found | undefined> {
  const trail: TrailCommit[] = [];
  for await (const one of trailFrom(objects, head)) {
    if (one.commit === base) {
      const landings = trail.flatMap(({ commit, landing }) => (landing === null ? [] : [{ ...landing, commit }]));
      return { landings: landings.reverse(), reverts: revertsIn(trail) };
    }
    if (one.isOdd || trail.length === mostSteps) return undefined;
    trail.push(one);
  }
  return undefined;
}

async function ask({ git, store }: LandingHands, { base, head }: Range): Promise<Found> {
  const found = await readLandings(git, store.gitDir, [head, `^${base}`]);
  const reverts = await readReverts(git, store.gitDir, { ref: head, behind: base });
  return {
    landings: found.map(({ commit, job, sheet, attempt }) => ({ commit, job, sheet, attempt: Number(attempt) })),
    reverts,
  };
}
