import type { CommitSha } from "../../base/ids.ts";
import { type Git, gitFailed, linesIn, requireOk, wordIn } from "../git.ts";
import { factsIn } from "../history/read-commits.ts";
import { notedOnDisk } from "../storage/redo.ts";
import { readRefFile } from "./ref-files.ts";

/** `undefined`: no such commit (git exits 1 for that, 128 for a malformed name). */
export async function readCommit(git: Git, gitDir: string, revision: string): Promise<CommitSha | undefined> {
  const known = revision === "HEAD" || revision.startsWith("refs/heads/") ? readTipFile(gitDir, revision) : undefined;
  if (known !== undefined) return known ?? undefined;
  const exit = await git.sealed({
    gitDir,
    args: ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`],
  });
  if (exit.code === 0) return wordIn(exit.stdout) as CommitSha;
  if (exit.code === 1 || exit.code === 128) return undefined;
  throw gitFailed(exit, `reading ${revision}`);
}

/** A branch or HEAD is always at a commit; `null`: unborn; `undefined`: ask git. */
function readTipFile(gitDir: string, ref: string): CommitSha | null | undefined {
  const found = readRefFile(gitDir, ref);
  const end =
    found?.kind === "symbolic" && ref === "HEAD" && found.ref.startsWith("refs/heads/")
      ? readRefFile(gitDir, found.ref)
      : found;
  if (end === undefined || end.kind === "symbolic") return undefined;
  return end.kind === "none" ? null : (end.object as CommitSha);
}

/** An object of any kind. */
export async function readRef(git: Git, gitDir: string, ref: string): Promise<string | undefined> {
  const known = readRefFile(gitDir, ref);
  if (known?.kind === "object") return known.object;
  if (known?.kind === "none") return undefined;
  const exit = await git.sealed({ gitDir, args: ["rev-parse", "--verify", "--quiet", "--end-of-options", ref] });
  return exit.code === 0 ? wordIn(exit.stdout) : undefined;
}

/** A full ref name; `undefined`: detached. */
export async function readHeadRef(git: Git, gitDir: string): Promise<string | undefined> {
  const known = readRefFile(gitDir, "HEAD");
  if (known?.kind === "object") return undefined;
  // A branch may itself be symbolic; then git resolves it.
  const branch = known?.kind === "symbolic" ? readRefFile(gitDir, known.ref) : undefined;
  if (known?.kind === "symbolic" && (branch?.kind === "object" || branch?.kind === "none")) return known.ref;
  const exit = await git.sealed({ gitDir, args: ["symbolic-ref", "--quiet", "HEAD"] });
  return exit.code === 0 ? wordIn(exit.stdout) : undefined;
}

/** Follows a symbolic ref: moving it would replace it. */
export async function resolveRef(git: Git, gitDir: string, ref: string): Promise<string> {
  const known = readRefFile(gitDir, ref);
  if (known?.kind === "object" || known?.kind === "none") return ref;
  const exit = await git.sealed({ gitDir, args: ["symbolic-ref", "--quiet", ref] });
  return exit.code === 0 ? resolveRef(git, gitDir, wordIn(exit.stdout)) : ref;
}

/** False: the ref was elsewhere. `expected: null`: it must not exist. */
export async function swapRef(
  git: Git,
  gitDir: string,
  swap: { ref: string; next: string; expected: string | null; why: string },
): Promise<boolean> {
  await notedOnDisk(gitDir);
  const old = swap.expected ?? "0".repeat(swap.next.length);
  const exit = await git.sealed({
    gitDir,
    args: ["update-ref", "--no-deref", "-m", swap.why, "--end-of-options", swap.ref, swap.next, old],
  });
  if (exit.code === 0) return true;
  // git exits 128 for a lost race and for a broken repository; the ref tells them apart.
  const now = await readRef(git, gitDir, swap.ref);
  // It was killed, or failed, when it had done it.
  if (now === swap.next) return true;
  if (now !== (swap.expected ?? undefined)) return false;
  throw gitFailed(exit, `moving ${swap.ref}`);
}

/** In one step; existing ones stay. */
export async function createRefs(git: Git, gitDir: string, refs: ReadonlyMap<string, string>): Promise<void> {
  if (refs.size === 0) return;
  await notedOnDisk(gitDir);
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
  // 128: one of them is not in this repository.
  if (exit.code === 1 || exit.code === 128) return false;
  throw gitFailed(exit, "asking for ancestry");
}

/** The last commit that two lines share; `undefined`: they share none, or git does not know one of them. */
export async function readForkPoint(
  git: Git,
  gitDir: string,
  [one, other]: readonly [string, string],
): Promise<CommitSha | undefined> {
  const exit = await git.sealed({ gitDir, args: ["merge-base", "--end-of-options", one, other] });
  if (exit.code === 0) return wordIn(exit.stdout) as CommitSha;
  if (exit.code === 1 || exit.code === 128) return undefined;
  throw gitFailed(exit, "asking where two lines parted");
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
  const output = requireOk(await git.sealed({ gitDir, args: ["cat-file", "commit", commit] }), "reading a commit");
  const { parents, message } = factsIn(output.toString("utf8"));
  return { commit, parents, message };
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
  return linesIn(requireOk(exit, "looking for refs"));
}

/** Whether git would let a person make a branch of this name. */
export async function isBranchName(git: Git, gitDir: string, name: string): Promise<boolean> {
  // git's commands would take them for an option and for HEAD.
  if (name.startsWith("-") || name === "HEAD") return false;
  return (await git.sealed({ gitDir, args: ["check-ref-format", `refs/heads/${name}`] })).code === 0;
}

/** Each only while it is at the expected object; one that moved keeps all of them. */
export async function deleteRefs(git: Git, gitDir: string, refs: ReadonlyMap<string, string>): Promise<void> {
  if (refs.size === 0) return;
  const lines = [...refs].map(([ref, object]) => `delete ${ref} ${object}\n`);
  requireOk(
    await git.sealed({ gitDir, args: ["update-ref", "--no-deref", "--stdin"], stdin: lines.join("") }),
    "deleting refs",
  );
}

/** A prefix may be a full name or end in `*`. */
export async function listRefs(
  git: Git,
  gitDir: string,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const exit = await git.sealed({ gitDir, args: ["for-each-ref", "--format=%(refname) %(objectname)", ...prefixes] });
  return new Map(linesIn(requireOk(exit, "listing refs")).map((line) => line.split(" ") as [string, string]));
}

/** Puts all refs of a repository into one file. */
export async function packRefs(git: Git, gitDir: string): Promise<void> {
  requireOk(await git.sealed({ gitDir, args: ["pack-refs", "--all"] }), "packing refs");
}
