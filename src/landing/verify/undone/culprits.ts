import type { CommitSha } from "../../../base/ids.ts";
import { type Git, requireOk } from "../../../git/git.ts";
import { readReverts, revertThatStands } from "../../../git/history/reverts.ts";
import type { UndonePaths } from "./undone.ts";

export interface Undone extends UndonePaths {
  /** `null`: too much happened since to tell. */
  readonly by: CommitSha | null;
  /** As `git revert` and `tutti undo` do. */
  readonly isSaid: boolean;
}

/** Beyond these the commit is not named. */
const mostPaths = 400;
const mostCommits = 20_000;

/** By messages, else by the last touch, in one look at the history since the oldest landing. */
export async function nameCulprits(
  place: { readonly git: Git; readonly gitDir: string },
  tip: CommitSha,
  found: readonly UndonePaths[],
): Promise<readonly Undone[]> {
  const [oldest] = found;
  if (oldest === undefined) return [];
  const behind = oldest.run.commits[0].parents[0] ?? oldest.run.commits[0].commit;
  const reverts = await readReverts(place.git, place.gitDir, { ref: tip, behind });
  const last = await lastCommits(place, { tip, behind }, found);
  return found.map((one) => {
    const said = one.run.commits.map(({ commit }) => revertThatStands(reverts, commit)).find((by) => by !== undefined);
    if (said !== undefined) return { ...one, by: said as CommitSha, isSaid: true };
    const [path = ""] = one.undone.length > 0 ? one.undone : one.removed;
    return { ...one, by: last.get(path) ?? null, isSaid: false };
  });
}

/** Newest on the first-parent line; of a merge, what it brought. */
async function lastCommits(
  { git, gitDir }: { readonly git: Git; readonly gitDir: string },
  { tip, behind }: { readonly tip: CommitSha; readonly behind: CommitSha },
  found: readonly UndonePaths[],
): Promise<ReadonlyMap<string, CommitSha>> {
  const paths = [...new Set(found.flatMap(({ undone, removed }) => [...undone, ...removed]))].slice(0, mostPaths);
  const flags = [
    "--first-parent",
    "-m",
    "--name-only",
    "--no-renames",
    "-z",
    `--max-count=${String(mostCommits)}`,
    "--format=%x01%H",
  ];
  const stdin = Buffer.from(
    [tip, `^${behind}`, "--", ...paths.map((path) => `:(literal,top)${path}`), ""].join("\n"),
    "latin1",
  );
  // A name with a line break can't be asked for.
  if (paths.some((path) => path.includes("\n"))) return new Map();
  const output = requireOk(
    await git.sealed({ gitDir, args: ["log", ...flags, "--stdin"], stdin }),
    "looking for commits",
  ).toString("latin1");
  const newest = new Map<string, CommitSha>();
  for (const text of output.split("\u0001").slice(1)) {
    const [commit = "", ...names] = text.split("\0").map((part) => part.replace(/^\n/, ""));
    for (const name of names) if (name !== "" && !newest.has(name)) newest.set(name, commit as CommitSha);
  }
  return newest;
}
