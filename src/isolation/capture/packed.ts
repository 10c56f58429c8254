import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { CommitSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../../git/git.ts";
import { readCommit, readRef, swapRef } from "../../git/refs/refs.ts";
import type { ObjectStore } from "../store/object-store.ts";

/** The objects of these commits that the user's repository does not have. */
export async function packCommits(
  git: Git,
  { gitDir, repository }: Pick<ObjectStore, "gitDir" | "repository">,
  what: { readonly commits: readonly CommitSha[]; readonly base: CommitSha },
): Promise<Buffer> {
  // A base that Tutti made itself, of a checkout with changes, is in no other home.
  const known =
    (await readCommit(git, repository.gitDir, what.base)) ?? (await readCommit(git, repository.gitDir, "HEAD"));
  const tips = [...what.commits, ...(known === undefined ? [] : [`^${known}`])];
  const packed = await git.sealed({
    gitDir,
    args: ["pack-objects", "--revs", "--thin", "--stdout", "-q"],
    stdin: `${tips.join("\n")}\n`,
  });
  return requireOk(packed, "packing a capture");
}

/** Puts what another home packed into this one, under its ref, or beside it if that is another commit's here. */
export async function unpackCommits(
  git: Git,
  { store, scratch }: { readonly store: Pick<ObjectStore, "gitDir">; readonly scratch: string },
  what: { readonly pack: Buffer; readonly refs: ReadonlyMap<string, CommitSha> },
): Promise<void> {
  await withFlatFolder(scratch, async (folder) => {
    const path = join(folder, "capture.pack");
    await writeFile(path, what.pack, { mode: 0o600 });
    const args = ["index-pack", "--stdin", "--fix-thin"];
    requireOk(await git.sealed({ gitDir: store.gitDir, args, stdin: { path } }), "unpacking a capture");
  });
  for (const [ref, commit] of what.refs) {
    const there = await readRef(git, store.gitDir, ref);
    if (there === commit) continue;
    const free = there === undefined ? ref : `${ref}-${commit}`;
    await swapRef(git, store.gitDir, { ref: free, next: commit, expected: null, why: "tutti: shared capture" });
  }
}
