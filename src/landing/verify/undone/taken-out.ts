import { messageOf } from "../../../base/error.ts";
import type { CommitSha, SheetId } from "../../../base/ids.ts";
import { requireOk } from "../../../git/git.ts";
import { readCommits } from "../../../git/history/read-commits.ts";
import { readCommit } from "../../../git/refs/refs.ts";
import { readLandings } from "../../../git/history/trailers.ts";
import type { LandingHands } from "../../hands.ts";
import { type LandingRun, landingRuns } from "../../receipts/runs.ts";
import { nameCulprits } from "./culprits.ts";
import { findUndonePaths } from "./undone.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";
import type { TakenOut } from "../../../sheet/rest/rest.ts";

/** Landings that are gone from their branch when the job ends. A failure to find out does not delay the end. */
export async function findTakenOut(
  hands: LandingHands,
  job: Job,
  landed: ReadonlyMap<SheetId, CommitSha>,
): Promise<readonly TakenOut[]> {
  try {
    return await takenOut(hands, job, landed);
  } catch (error) {
    hands.self.notice?.(
      `Tutti can't tell whether every landed change is still there: ${messageOf(error)}. Check with: tutti verify ${job.id}`,
    );
    return [];
  }
}

async function takenOut(
  hands: LandingHands,
  job: Job,
  landed: ReadonlyMap<SheetId, CommitSha>,
): Promise<readonly TakenOut[]> {
  const {
    git,
    store,
    userObjects,
    self: { scratch },
  } = hands;
  const gitDir = store.repository.commonDir;
  const ref = landingRef(job);
  const tip = ref === null ? undefined : await readCommit(git, gitDir, ref);
  const before = await oldestParent(hands, [...landed.values()]);
  if (tip === undefined || before === undefined) return [];
  const known = new Set<string>(landed.values());
  const isLanding = ({ last }: LandingRun): boolean => last.job !== job.id || known.has(last.commit);
  const runs = landingRuns(await readLandings(git, gitDir, [tip, `^${before}`])).filter(isLanding);
  const there = new Set<string>(runs.map(({ last }) => last.commit));
  const gone = [...landed]
    .filter(([, commit]) => !there.has(commit))
    .map(([sheet]): TakenOut => ({ sheet, by: null, isSaid: false }));
  if (await isOursAlone(hands, { tip, before }, runs)) return gone;
  const undone = (await findUndonePaths({ git, objects: userObjects, scratch }, tip, runs)).filter(
    ({ run, undone: paths }) => run.last.job === job.id && paths.length > 0,
  );
  const named = await nameCulprits({ git, gitDir }, tip, undone);
  return [...gone, ...named.map(({ run, by, isSaid }): TakenOut => ({ sheet: run.last.sheet as SheetId, by, isSaid }))];
}

/** The target before its first landing, which all of them contain. Times don't tell: many land within a second. */
async function oldestParent(
  { git, store }: LandingHands,
  commits: readonly CommitSha[],
): Promise<CommitSha | undefined> {
  const gitDir = store.repository.commonDir;
  const parents = [...(await readCommits(git, gitDir, commits)).values()].flatMap((facts) => facts.parents[0] ?? []);
  if (parents.length === 0) return undefined;
  const exit = await git.sealed({ gitDir, args: ["merge-base", "--octopus", ...new Set(parents)] });
  return exit.code === 0 ? (exit.stdout.toString("utf8").trim() as CommitSha) : undefined;
}

/** Only landings moved the branch: nothing can be gone. */
async function isOursAlone(
  { git, store }: LandingHands,
  way: { readonly tip: CommitSha; readonly before: CommitSha },
  runs: readonly LandingRun[],
): Promise<boolean> {
  const args = ["rev-list", "--count", "--first-parent", way.tip, `^${way.before}`, "--"];
  const count = Number(
    requireOk(await git.sealed({ gitDir: store.repository.commonDir, args }), "counting commits").toString("utf8"),
  );
  return count === runs.flatMap(({ commits }) => commits).length;
}
