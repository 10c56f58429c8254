import { exists } from "../../../base/exists.ts";
import type { CommitSha, SheetId } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readManyChanges } from "../../../git/many-changes.ts";
import { readCommits } from "../../../git/read-commits.ts";
import { readCommit } from "../../../git/refs.ts";
import { readLandings } from "../../../git/trailers.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";
import { type Reverts, readReverts, revertThatStands } from "../undo/reverts.ts";

/** What git says of what a sheet landed. */
export interface OnTarget {
  /** The commit that took it back; `null`: it stands. */
  readonly undoneBy: string | null;
  /** The files that its commits changed; `null`: git does not know them here. */
  readonly changed: readonly string[] | null;
}

interface Asked {
  readonly landed: ReadonlyMap<SheetId, CommitSha>;
  /** A commit from before the job; `null`: in no repository. */
  readonly since: CommitSha | null;
}

/**
 * Looks at landings where they are now: nothing of the journal tells that one was taken back, since that is a landing of another job, or a person's own
 * commit. Where the repository is not what it was, nothing is known.
 */
export async function readOnTarget(git: Git, job: Job, { landed, since }: Asked): Promise<ReadonlyMap<SheetId, OnTarget>> {
  const { commonDir: gitDir } = job.repository;
  const isThere = landed.size > 0 && since !== null && (await exists(gitDir));
  const behind = isThere ? await readCommit(git, gitDir, since) : undefined;
  if (behind === undefined) return new Map();
  const branches = await Promise.all([...new Set([job.target, landingRef(job)])].map((ref) => branchOf(git, job, { ref, behind })));
  const found = [...landed].map(([sheet, commit]): Found => {
    // Where it is on the target, that counts, and else where it landed aside.
    const there = branches.find(({ commits }) => commits.has(sheet)) ?? branches.find(({ reverts }) => undoneBy(reverts, [commit]) !== null);
    const commits = there?.commits.get(sheet) ?? [commit];
    return { sheet, commits, undoneBy: there === undefined ? null : undoneBy(there.reverts, [commit, ...commits.slice(-1)]) };
  });
  const changed = await readChanged(
    git,
    gitDir,
    found.flatMap(({ commits }) => commits),
  );
  return new Map(
    found.map(({ sheet, commits, undoneBy: by }) => [sheet, { undoneBy: by, changed: unionOf(commits.map((commit) => changed.get(commit) ?? null)) }]),
  );
}

interface Found {
  readonly sheet: SheetId;
  /** Oldest first. */
  readonly commits: readonly CommitSha[];
  readonly undoneBy: string | null;
}

interface Branch {
  readonly reverts: Reverts;
  /** What each sheet of the job has there, oldest first; by their trailers, since somebody may have rebased them. */
  readonly commits: ReadonlyMap<string, readonly CommitSha[]>;
}

const empty: Branch = { reverts: new Map(), commits: new Map() };

async function branchOf(git: Git, job: Job, { ref, behind }: { readonly ref: string | null; readonly behind: CommitSha }): Promise<Branch> {
  const { commonDir: gitDir } = job.repository;
  if (ref === null || (await readCommit(git, gitDir, ref)) === undefined) return empty;
  const own = (await readLandings(git, gitDir, [ref, `^${behind}`])).filter((landing) => landing.job === job.id);
  const commits = [...Map.groupBy(own, ({ sheet }) => sheet)].map(([sheet, all]) => [sheet, all.map(({ commit }) => commit)] as const);
  return { reverts: await readReverts(git, gitDir, { ref, behind }), commits: new Map(commits) };
}

function undoneBy(reverts: Reverts, commits: readonly CommitSha[]): string | null {
  return commits.map((commit) => revertThatStands(reverts, commit)).find((by) => by !== undefined) ?? null;
}

function unionOf(parts: readonly (readonly string[] | null)[]): readonly string[] | null {
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? [...new Set(known.flat())] : null;
}

/** What each commit changed of its first parent; those that git does not know are left out. */
async function readChanged(git: Git, gitDir: string, names: readonly CommitSha[]): Promise<ReadonlyMap<CommitSha, readonly string[]>> {
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
  return new Map(pairs.map(({ name }, place) => [name, changes[place]?.map(({ path }) => Buffer.from(path, "latin1").toString("utf8")) ?? []]));
}
