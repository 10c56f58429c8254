import { TuttiError } from "../../base/error.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { emptyTree, writeCommit } from "../../git/history/trees.ts";
import { readCommit } from "../../git/refs/refs.ts";
import type { ObjectStore } from "./object-store.ts";

/** The commit a context starts from; of a folder without history, one with nothing in it. */
export async function startOf(
  { git }: { readonly git: Git },
  ask: { store: ObjectStore; from: string },
): Promise<CommitSha> {
  const { store, from } = ask;
  const found = await readCommit(git, store.repository.gitDir, from);
  if (found !== undefined) return found;
  if (from !== "HEAD")
    throw new TuttiError("git.no_commit", `there is no ${from}`, {
      audience: "user",
      hint: "Name a commit, a branch or a tag.",
    });
  const nobody = { name: "Tutti", email: "tutti@localhost" };
  const tree = emptyTree(store.repository.objectFormat);
  return writeCommit(git, store.gitDir, { tree, parents: [], message: "nothing\n", by: nobody, at: 0 as EpochMs });
}
