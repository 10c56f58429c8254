import { exists } from "../../../base/files/exists.ts";
import type { CommitSha, SheetId } from "../../../base/ids.ts";
import { type Git, requireOk } from "../../../git/git.ts";
import { readManyChanges } from "../../../git/diff/many-changes.ts";
import { readCommits } from "../../../git/history/read-commits.ts";
import { readCommit } from "../../../git/refs/refs.ts";
import { type LandedCommit, readLandings, trailerText } from "../../../git/history/trailers.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";
import { type Reverts, readReverts, revertThatStands } from "../../../git/history/reverts.ts";

/** The state of a sheet's landing in git. */
export interface OnTarget {
  /** The commit that took it back; `null`: it stands. */
  readonly undoneBy: string | null;
  /** Its branch exists and no longer has it: it was reset or rebased away. */
  readonly isGone: boolean;
  /** The files that its commits changed; `null`: git does not know them here. */
  readonly changed: readonly string[] | null;
}

interface Asked {
  readonly landed: ReadonlyMap<SheetId, CommitSha>;
  /** Merged as pull requests: the branch here has them only after a fetch. */
  readonly merged: ReadonlySet<SheetId>;
  /** A commit from before the job; `null`: in no repository. */
  readonly since: CommitSha | null;
}

/**
 * Looks at landings where they are now: nothing of the journal tells that one was taken back, since that is a landing
 * of another job, or a person's own commit. Where the repository is not what it was, nothing is known.
 */
export async function readOnTarget(
  git: Git,
  job: Job,
  { landed, merged, since }: Asked,
): Promise<ReadonlyMap<SheetId, OnTarget>> {
  const { commonDir: gitDir } = job.repository;
  const isThere = landed.size > 0 && since !== null && (await exists(gitDir));
  const behind = isThere ? await readCommit(git, gitDir, since) : undefined;
  if (behind === undefined) return new Map();
  const branches = await Promise.all(
    [...new Set([job.target, landingRef(job)])].map((ref) => branchOf(git, job, { ref, behind })),
  );
  const found = [...landed].map(([sheet, commit]): Found => {
    // Where it is on the target, that counts, and else where it landed aside.
    const there =
      branches.find(({ landings }) => landings.has(sheet)) ??
      branches.find(({ reverts }) => undoneBy(reverts, [commit]) !== null);
    const landings = there?.landings.get(sheet) ?? [];
    const commits = landings.length === 0 ? [commit] : landings.map((landing) => landing.commit);
    return {
      sheet,
      commit,
      commits,
      isThere: there !== undefined,
      undoneBy: there === undefined ? null : undoneBy(there.reverts, [commit, ...lastOf(landings)]),
    };
  });
  const changed = await readChanged(
    git,
    gitDir,
    found.flatMap(({ commits }) => commits),
  );
  const missed = found.filter(
    ({ sheet, commit, isThere: isFound }) => !isFound && !merged.has(sheet) && changed.has(commit),
  );
  // If the branch that it landed on is gone, the place of its commits is unknown.
  const standing = branches.flatMap(({ ref }) => ref ?? []);
  const gone =
    branches.at(-1)?.ref === null ? new Set<SheetId>() : await goneOf(git, job, { missed, refs: standing, behind });
  return new Map(
    found.map(({ sheet, commits, undoneBy: by }) => [
      sheet,
      { undoneBy: by, isGone: gone.has(sheet), changed: unionOf(commits.map((commit) => changed.get(commit) ?? null)) },
    ]),
  );
}

interface Found {
  readonly sheet: SheetId;
  /** As it landed. */
  readonly commit: CommitSha;
  /** As they are now, oldest first. */
  readonly commits: readonly CommitSha[];
  readonly isThere: boolean;
  readonly undoneBy: string | null;
}

/** All parts of what landed last. */
function lastOf(landings: readonly LandedCommit[]): readonly CommitSha[] {
  const last = landings.at(-1);
  if (last === undefined) return [];
  const parts = landings.filter(({ attempt, part }) => part !== "" && attempt === last.attempt);
  return (last.part === "" ? [last] : parts).map(({ commit }) => commit);
}

interface Missed {
  readonly missed: readonly Found[];
  /** Branches that are there. */
  readonly refs: readonly string[];
  readonly behind: CommitSha;
}

/**
 * Those of which no branch has the commit, nor one that says so in its message: several may have been squashed into one.
 */
async function goneOf(git: Git, job: Job, { missed, refs, behind }: Missed): Promise<ReadonlySet<SheetId>> {
  if (missed.length === 0) return new Set();
  const { commonDir: gitDir } = job.repository;
  const stdin = [...missed.map(({ commit }) => commit), ...refs.map((ref) => `^${ref}`), `^${behind}`, ""].join("\n");
  const outside = new Set(
    requireOk(await git.sealed({ gitDir, args: ["rev-list", "--stdin"], stdin }), "listing commits")
      .toString("utf8")
      .split("\n"),
  );
  const log = await git.sealed({
    gitDir,
    args: ["log", "--format=%B", "--grep=^Tutti-Job: ", ...refs, `^${behind}`, "--"],
  });
  const said = requireOk(log, "reading messages").toString("utf8").split("\n");
  const own = new Set(said.flatMap((line, place) => (line === `Tutti-Job: ${job.id}` ? [said[place + 1] ?? ""] : [])));
  const isGone = ({ sheet, commit }: Found): boolean =>
    outside.has(commit) && !own.has(`Tutti-Sheet: ${trailerText(sheet)}`);
  return new Set(missed.filter(isGone).map(({ sheet }) => sheet));
}

interface Branch {
  /** `null`: it is not there. */
  readonly ref: string | null;
  readonly reverts: Reverts;
  /** The commits of each sheet there, oldest first; by their trailers, because they may have been rebased. */
  readonly landings: ReadonlyMap<string, readonly LandedCommit[]>;
}

const none: Branch = { ref: null, reverts: new Map(), landings: new Map() };

async function branchOf(
  git: Git,
  job: Job,
  { ref, behind }: { readonly ref: string | null; readonly behind: CommitSha },
): Promise<Branch> {
  const { commonDir: gitDir } = job.repository;
  if (ref === null || (await readCommit(git, gitDir, ref)) === undefined) return none;
  const own = (await readLandings(git, gitDir, [ref, `^${behind}`])).filter((landing) => landing.job === job.id);
  return {
    ref,
    reverts: await readReverts(git, gitDir, { ref, behind }),
    landings: Map.groupBy(own, ({ sheet }) => sheet),
  };
}

function undoneBy(reverts: Reverts, commits: readonly CommitSha[]): string | null {
  return commits.map((commit) => revertThatStands(reverts, commit)).find((by) => by !== undefined) ?? null;
}

function unionOf(parts: readonly (readonly string[] | null)[]): readonly string[] | null {
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? [...new Set(known.flat())] : null;
}

/** The changes of each commit against its first parent; commits unknown to git are omitted. */
async function readChanged(
  git: Git,
  gitDir: string,
  names: readonly CommitSha[],
): Promise<ReadonlyMap<CommitSha, readonly string[]>> {
  const commits = await readCommits(git, gitDir, names);
  const parents = await readCommits(
    git,
    gitDir,
    [...commits.values()].flatMap((commit) => commit.parents.slice(0, 1)),
  );
  const pairs = [...commits].flatMap(
    ([
      name,
      {
        tree,
        parents: [parent],
      },
    ]) => {
      const before = parent === undefined ? undefined : parents.get(parent);
      return before === undefined ? [] : [{ name, from: before.tree, to: tree }];
    },
  );
  const changes = await readManyChanges(git, gitDir, pairs);
  return new Map(
    pairs.map(({ name }, place) => [
      name,
      changes[place]?.map(({ path }) => Buffer.from(path, "latin1").toString("utf8")) ?? [],
    ]),
  );
}
