import type { CommitSha } from "../../base/ids.ts";
import { type Git, gitFailed, requireOk } from "../git.ts";
import { readRefFile } from "./ref-files.ts";

/** The commit a revision names; `undefined` when there is none (git exits 1 for that, 128 for a malformed name). */
export async function readCommit(git: Git, gitDir: string, revision: string): Promise<CommitSha | undefined> {
  const known =
    revision === "HEAD" || revision.startsWith("refs/heads/") ? await readTipFile(gitDir, revision) : undefined;
  if (known !== undefined) return known ?? undefined;
  const exit = await git.sealed({
    gitDir,
    args: ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`],
  });
  if (exit.code === 0) return exit.stdout.toString("utf8").trim() as CommitSha;
  if (exit.code === 1 || exit.code === 128) return undefined;
  throw gitFailed(exit, `reading ${revision}`);
}

/** What a branch or HEAD stands on, which is a commit always; `null`: nothing; `undefined`: git has to be asked. */
async function readTipFile(gitDir: string, ref: string): Promise<CommitSha | null | undefined> {
  const found = await readRefFile(gitDir, ref);
  const end =
    found?.kind === "symbolic" && ref === "HEAD" && found.ref.startsWith("refs/heads/")
      ? await readRefFile(gitDir, found.ref)
      : found;
  if (end === undefined || end.kind === "symbolic") return undefined;
  return end.kind === "none" ? null : (end.object as CommitSha);
}

/** What a ref points to, whatever kind of object it is. */
export async function readRef(git: Git, gitDir: string, ref: string): Promise<string | undefined> {
  const known = await readRefFile(gitDir, ref);
  if (known?.kind === "object") return known.object;
  if (known?.kind === "none") return undefined;
  const exit = await git.sealed({ gitDir, args: ["rev-parse", "--verify", "--quiet", "--end-of-options", ref] });
  return exit.code === 0 ? exit.stdout.toString("utf8").trim() : undefined;
}

/** The branch HEAD stands for, as a full ref name; `undefined` when it is detached. */
export async function readHeadRef(git: Git, gitDir: string): Promise<string | undefined> {
  const known = await readRefFile(gitDir, "HEAD");
  if (known?.kind === "object") return undefined;
  // A branch may stand for another one: git says which in the end.
  const branch = known?.kind === "symbolic" ? await readRefFile(gitDir, known.ref) : undefined;
  if (known?.kind === "symbolic" && (branch?.kind === "object" || branch?.kind === "none")) return known.ref;
  const exit = await git.sealed({ gitDir, args: ["symbolic-ref", "--quiet", "HEAD"] });
  return exit.code === 0 ? exit.stdout.toString("utf8").trim() : undefined;
}

/** The ref that a symbolic one stands for in the end, else itself: moving a symbolic one would replace it. */
export async function resolveRef(git: Git, gitDir: string, ref: string): Promise<string> {
  const known = await readRefFile(gitDir, ref);
  if (known?.kind === "object" || known?.kind === "none") return ref;
  const exit = await git.sealed({ gitDir, args: ["symbolic-ref", "--quiet", ref] });
  return exit.code === 0 ? resolveRef(git, gitDir, exit.stdout.toString("utf8").trim()) : ref;
}

/**
 * Moves one ref from an expected value to a new one; false when it stood elsewhere.
 * `expected: null` means that the ref must not exist. `--no-deref`: the ref named is the ref moved.
 */
export async function swapRef(
  git: Git,
  gitDir: string,
  swap: { ref: string; next: string; expected: string | null; why: string },
): Promise<boolean> {
  const old = swap.expected ?? "0".repeat(swap.next.length);
  const exit = await git.sealed({
    gitDir,
    args: ["update-ref", "--no-deref", "-m", swap.why, "--end-of-options", swap.ref, swap.next, old],
  });
  if (exit.code === 0) return true;
  // git exits 128 for a lost race and for a broken repository alike: the ref itself tells them apart.
  const now = await readRef(git, gitDir, swap.ref);
  // It was killed, or failed, when it had done it.
  if (now === swap.next) return true;
  if (now !== (swap.expected ?? undefined)) return false;
  throw gitFailed(exit, `moving ${swap.ref}`);
}

/** Makes refs that are named after what they point to, all in one step; those that are there already stay. */
export async function createRefs(git: Git, gitDir: string, refs: ReadonlyMap<string, string>): Promise<void> {
  if (refs.size === 0) return;
  const lines = [...refs].map(([ref, object]) => `update ${ref} ${object}\n`);
  requireOk(await git.sealed({ gitDir, args: ["update-ref", "--stdin"], stdin: lines.join("") }), "keeping refs");
}

export async function isAncestor(
  git: Git,
  gitDir: string,
  pair: { older: CommitSha; newer: CommitSha },
): Promise<boolean> {
  const exit = await git.sealed({ gitDir, args: ["merge-base", "--is-ancestor", pair.older, pair.newer] });
  if (exit.code === 0) return true;
  // 128: one of the two is not in this repository, so it can't be reached either.
  if (exit.code === 1 || exit.code === 128) return false;
  throw gitFailed(exit, "asking for ancestry");
}

/** A commit with what it says, by any name it has. */
export interface Tip {
  readonly commit: CommitSha;
  readonly parents: readonly CommitSha[];
  readonly message: string;
}

export async function readTip(git: Git, gitDir: string, revision: string): Promise<Tip | undefined> {
  const commit = await readCommit(git, gitDir, revision);
  if (commit === undefined) return undefined;
  const text = requireOk(
    await git.sealed({ gitDir, args: ["cat-file", "commit", commit] }),
    "reading a commit",
  ).toString("utf8");
  const end = text.indexOf("\n\n");
  const header = text.slice(0, end).split("\n");
  const parents = header
    .filter((line) => line.startsWith("parent "))
    .map((line) => line.slice("parent ".length) as CommitSha);
  return { commit, parents, message: text.slice(end + 2) };
}

/** The refs below a prefix that point to a commit. */
export async function refsAt(
  git: Git,
  gitDir: string,
  ask: { prefix: string; commit: CommitSha },
): Promise<readonly string[]> {
  const exit = await git.sealed({
    gitDir,
    args: ["for-each-ref", `--points-at=${ask.commit}`, "--format=%(refname)", `${ask.prefix}/`],
  });
  return requireOk(exit, "looking for refs")
    .toString("utf8")
    .split("\n")
    .filter((ref) => ref !== "");
}

/** Whether git would let a person make a branch of this name. */
export async function isBranchName(git: Git, gitDir: string, name: string): Promise<boolean> {
  // Valid as refs, but git's own commands would take them for an option and for HEAD itself.
  if (name.startsWith("-") || name === "HEAD") return false;
  return (await git.sealed({ gitDir, args: ["check-ref-format", `refs/heads/${name}`] })).code === 0;
}

/** Deletes refs, each only while it points to what it is said to point to; one that moved keeps all of them. */
export async function deleteRefs(git: Git, gitDir: string, refs: ReadonlyMap<string, string>): Promise<void> {
  if (refs.size === 0) return;
  const lines = [...refs].map(([ref, object]) => `delete ${ref} ${object}\n`);
  requireOk(
    await git.sealed({ gitDir, args: ["update-ref", "--no-deref", "--stdin"], stdin: lines.join("") }),
    "deleting refs",
  );
}

/** Refs below the prefixes (or that are one of them) → what each points to. A prefix may end in `*`. */
export async function listRefs(
  git: Git,
  gitDir: string,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const exit = await git.sealed({ gitDir, args: ["for-each-ref", "--format=%(refname) %(objectname)", ...prefixes] });
  const lines = requireOk(exit, "listing refs").toString("utf8").split("\n");
  return new Map(lines.filter((line) => line !== "").map((line) => line.split(" ") as [string, string]));
}

/** Puts all refs of a repository into one file. */
export async function packRefs(git: Git, gitDir: string): Promise<void> {
  requireOk(await git.sealed({ gitDir, args: ["pack-refs", "--all"] }), "packing refs");
}
