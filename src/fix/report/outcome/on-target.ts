import { exists } from "../../../base/files/exists.ts";
import type { CommitSha, SheetId } from "../../../base/ids.ts";
import { type Git, requireOk } from "../../../git/git.ts";
import { readManyChanges } from "../../../git/diff/many-changes.ts";
import { readCommits } from "../../../git/history/read-commits.ts";
import { readCommit } from "../../../git/refs/refs.ts";
import { type LandedCommit, readLandings, trailerText } from "../../../git/history/trailers.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";
import { type Reverts, readReverts, revertThatStands } from "../../../git/history/reverts.ts";

export interface OnTarget {
  /** The commit that reverted it; `null`: none. */
  readonly undoneBy: string | null;
  /** Its branch exists without it: reset or rebased away. */
  readonly isGone: boolean;
  /** Files of its commits; `null`: unknown to git here. */
  readonly changed: readonly string[] | null;
}

interface Asked {
  readonly landed: ReadonlyMap<SheetId, CommitSha>;
  /** Merged pull requests: the branch here has them only after a fetch. */
  readonly merged: ReadonlySet<SheetId>;
  /** A commit from before the job. */
  readonly since: CommitSha | null;
}

/**
 * Landings as they are now: the journal does not know that another job or a person reverted one. In a changed
 * repository, nothing is known.
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
    // The target first, else the branch beside it.
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
  // Without its branch, the place of its commits is unknown.
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
  readonly commit: CommitSha;
  /** Oldest first. */
  readonly commits: readonly CommitSha[];
  readonly isThere: boolean;
  readonly undoneBy: string | null;
}

/** All parts of the last landing. */
function lastOf(landings: readonly LandedCommit[]): readonly CommitSha[] {
  const last = landings.at(-1);
  if (last === undefined) return [];
  const parts = landings.filter(({ attempt, part }) => part !== "" && attempt === last.attempt);
  return (last.part === "" ? [last] : parts).map(({ commit }) => commit);
}

interface Missed {
  readonly missed: readonly Found[];
  readonly refs: readonly string[];
  readonly behind: CommitSha;
}

/** No branch has the commit, nor one that names it in its message: a squash may join several. */
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
  /** `null`: missing. */
  readonly ref: string | null;
  readonly reverts: Reverts;
  /** By trailers, because commits may be rebased; oldest first. */
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

/** Against the first parent; unknown commits are omitted. */
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
