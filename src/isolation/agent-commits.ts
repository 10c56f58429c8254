import { join } from "node:path";
import { messageOf } from "../base/error.ts";
import type { CommitSha } from "../base/ids.ts";
import { type Git, requireOk } from "../git/git.ts";
import { readRef, swapRef } from "../git/refs.ts";
import { transferObjects } from "../git/transfer.ts";
import { type Context } from "./context.ts";
import { readTips } from "./context-tips.ts";
import type { ObjectStore } from "./object-store.ts";
import type { LeftOut } from "./survey.ts";
import { worktreeGitDir } from "./worktree.ts";

/**
 * Brings commits that the agent made itself (on any branch, stashed, or reset away but still in a log) into the store,
 * under refs of their own. The context's git folder is read as data; a broken one costs its history, never the files.
 */
export async function keepAgentCommits(git: Git, context: Context, way: { store: ObjectStore; scratch: string; refs: string }): Promise<readonly LeftOut[]> {
  const gitDir = context.mode === "clone" ? join(context.path, ".git") : worktreeGitDir(way.store, context);
  const tips = await readTips(gitDir, context.base);
  if (tips.length === 0) return [];
  try {
    const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(join(gitDir, "objects")) };
    const commits = await existing(git, way.store.gitDir, { tips, env });
    if (context.mode === "clone") {
      await transferObjects(git, { from: way.store.gitDir, to: way.store.gitDir, scratch: way.scratch, env }, { tips: commits, known: [context.base] });
    }
    for (const commit of commits) await keepRef(git, way.store.gitDir, { ref: `${way.refs}/${commit}`, commit });
    return [];
  } catch (error) {
    return [{ path: ".git/", reason: "unreadable history", bytes: null, detail: messageOf(error) }];
  }
}

/** Those of the tips that are commits and whole enough to be named. */
async function existing(git: Git, gitDir: string, ask: { tips: readonly string[]; env: Readonly<Record<string, string>> }): Promise<readonly CommitSha[]> {
  const exit = await git.sealed({ gitDir, args: ["cat-file", "--batch-check=%(objectname) %(objecttype)"], env: ask.env, stdin: `${ask.tips.join("\n")}\n` });
  const lines = requireOk(exit, "looking for the agent's commits").toString("utf8").split("\n");
  return lines.filter((line) => line.endsWith(" commit")).map((line) => line.slice(0, line.indexOf(" ")) as CommitSha);
}

async function keepRef(git: Git, gitDir: string, keep: { ref: string; commit: CommitSha }): Promise<void> {
  if ((await readRef(git, gitDir, keep.ref)) === keep.commit) return;
  await swapRef(git, gitDir, { ref: keep.ref, next: keep.commit, expected: null, why: "tutti: agent's commit" });
}
