import type { CommitSha } from "../../base/ids.ts";
import { type LandedCommit, readLandings } from "../../git/history/trailers.ts";
import type { Landed } from "../candidate.ts";
import type { Ground } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { type Claimed, ownLandings } from "./own-landing.ts";

type Landings = ReadonlyMap<string, readonly LandedCommit[]>;

/** What is known of a job's landings since a commit, as of a head. */
interface Looked {
  readonly head: CommitSha;
  readonly landings: Landings;
}

/** How many commits are looked through one by one; for more, git is faster. */
const mostSteps = 256;
const mostKept = 1_024;

/**
 * Tells from git which candidates are on the target already: a swap whose success was never recorded, or a git that
 * outlived its Tutti. Trailers lead to the commits in question; receipts and trees decide. Where the target only went
 * on since the last look, only what is new is looked at, and git is not started for it.
 */
export function makeSettler(hands: LandingHands): Ground["settle"] {
  const looked = new Map<string, Looked>();
  const judged = new Map<string, Landed | undefined>();
  const judge = async (claimed: readonly Claimed[]): Promise<readonly Landed[]> => {
    const keys = claimed.map(({ candidate: { capture, intent }, commits }) =>
      [capture, intent, ...commits.map(({ commit }) => commit)].join(" "),
    );
    const open = claimed.filter((_, place) => !judged.has(keys[place] ?? ""));
    const own = open.length === 0 ? [] : await ownLandings(hands, open);
    for (const [place, one] of claimed.entries()) {
      if (open.includes(one))
        judged.set(
          keys[place] ?? "",
          own.find(({ candidate }) => candidate === one.candidate),
        );
    }
    for (const oldest of [...judged.keys()].slice(0, Math.max(0, judged.size - mostKept))) judged.delete(oldest);
    return claimed.flatMap(({ candidate }, place) => {
      const found = judged.get(keys[place] ?? "");
      return found === undefined ? [] : [{ ...found, candidate }];
    });
  };
  const landingsOf = async (
    head: CommitSha,
    base: CommitSha,
    jobs: readonly string[],
  ): Promise<ReadonlyMap<string, Landings>> => {
    const keys = jobs.map((job) => `${base} ${job}`);
    const before = keys.map((key) => looked.get(key));
    const isKnown = await Promise.all(
      before.map(
        async (one, place) =>
          one !== undefined && (await hasNothingNew(hands, { from: one.head, to: head }, jobs[place] ?? "")),
      ),
    );
    const all = isKnown.every(Boolean) ? undefined : await landingsSince(hands, { from: head, base });
    for (const [place, key] of keys.entries()) {
      looked.delete(key);
      looked.set(key, { head, landings: all ?? before[place]?.landings ?? new Map() });
    }
    for (const oldest of [...looked.keys()].slice(0, Math.max(0, looked.size - mostKept))) looked.delete(oldest);
    return new Map(jobs.map((job) => [job, all ?? looked.get(`${base} ${job}`)?.landings ?? new Map()]));
  };
  return async ({ commit: head }, candidates) => {
    const claimed: Claimed[] = [];
    for (const [base, group] of Map.groupBy(candidates, (candidate) => candidate.base)) {
      const known = await landingsOf(head, base, [...new Set(group.map(({ job }) => job.id))]);
      for (const candidate of group) {
        const found = known.get(candidate.job.id)?.get(keyOf(candidate.job.id, candidate.sheet.id));
        if (found !== undefined) claimed.push({ candidate, commits: found });
      }
    }
    const landed = await judge(claimed);
    const there = new Set(landed.map(({ candidate }) => candidate));
    return { landed, withdrawn: candidates.filter((candidate) => candidate.intent !== null && !there.has(candidate)) };
  };
}

/**
 * Whether the target went straight on from one commit to another, and none on the way is the job's. False wherever that
 * is not clear.
 */
async function hasNothingNew(
  { objects }: LandingHands,
  way: { readonly from: CommitSha; readonly to: CommitSha },
  job: string,
): Promise<boolean> {
  let at = way.to;
  for (let count = 0; at !== way.from; count += 1) {
    const { parents, message, encoding } = await objects.readCommit(at);
    const [parent, ...more] = parents;
    if (count === mostSteps || parent === undefined || more.length > 0 || encoding !== undefined) return false;
    if (message.includes("Tutti-Job: ") && message.includes(job)) return false;
    at = parent;
  }
  return true;
}

/** By job and sheet, each with all its commits, oldest first. */
async function landingsSince(
  { git, store }: LandingHands,
  range: { from: CommitSha; base: CommitSha },
): Promise<Landings> {
  if (range.from === range.base) return new Map();
  const found = await readLandings(git, store.gitDir, [range.from, `^${range.base}`]);
  return Map.groupBy(found, ({ job, sheet }) => keyOf(job, sheet));
}

function keyOf(job: string, sheet: string): string {
  return `${job}\n${sheet}`;
}
