import { join } from "node:path";
import type { CommitSha, EpochMs, TreeSha } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import type { Identity } from "../../../git/identity.ts";
import { createRefs, readCommit } from "../../../git/refs/refs.ts";
import { writeCommit } from "../../../git/history/trees.ts";
import type { Context } from "../../context.ts";
import type { ObjectStore } from "../../store/object-store.ts";
import { readHead } from "../../strays/find/data-file.ts";
import { agentGit, isUntouched, lend } from "./agent-git.ts";
import { keepStaged } from "./staged.ts";
import type { LeftOut } from "../survey/left-out.ts";

/**
 * Keeps what an agent staged and then changed or deleted in its files: it is in no file any more, only in the agent's
 * index. The same content makes the same commit, so a snapshot every few minutes makes one ref.
 */
export async function keepAgentStaged(
  git: Git,
  context: Context,
  way: { store: ObjectStore; scratch: string; refs: string; tree: TreeSha; by: Identity },
): Promise<readonly LeftOut[]> {
  const found = agentGit(context, way.store);
  if (found === null) return [];
  const index = join(found.gitDir, "index");
  if (await isUntouched(index, context.index)) return [];
  const gitDir = way.store.gitDir;
  const base = await standOf(git, context, { ...found, store: gitDir });
  const staged = await keepStaged(
    git,
    { store: gitDir, scratch: way.scratch },
    { index, env: () => lend(found.objects, way.store), base },
  );
  if (staged.tree !== null && staged.tree !== way.tree) {
    const message = `what was staged in ${context.id}\n`;
    const commit = await writeCommit(git, gitDir, {
      tree: staged.tree,
      parents: [base],
      message,
      by: way.by,
      at: 0 as EpochMs,
    });
    await createRefs(git, gitDir, new Map([[`${way.refs}/${commit}`, commit]]));
  }
  return staged.problems.map(
    (detail): LeftOut => ({ path: ".git/index", reason: "unreadable history", bytes: null, detail }),
  );
}

/** The commit the agent stands at, which is kept by now: what its index says like that is not staged. */
async function standOf(
  git: Git,
  context: Context,
  of: { gitDir: string; refs: string; store: string },
): Promise<CommitSha> {
  const { commit } = await readHead(of.gitDir, of.refs);
  return (commit === null ? undefined : await readCommit(git, of.store, commit)) ?? context.base;
}
