import type { CommitSha } from "../base/ids.ts";

/** One branch of a mirror: where it is here, where the remote was known to be before a fetch, and where it is now. */
export interface BranchView {
  readonly branch: string;
  /** Results land here first; `null`: there is no such branch here. */
  readonly here: CommitSha | null;
  readonly before: CommitSha | null;
  readonly now: CommitSha | null;
  /** Whether the remote has all that is here. */
  readonly isContained: boolean;
}

export type BranchStep =
  | { readonly kind: "stay" }
  | { readonly kind: "create"; readonly to: CommitSha }
  | { readonly kind: "move"; readonly from: CommitSha; readonly to: CommitSha }
  | { readonly kind: "delete"; readonly from: CommitSha }
  /** It holds landed commits that the remote does not have: the next landing merges both and pushes. */
  | { readonly kind: "keep"; readonly commit: CommitSha };

/** What a fetch does to a branch of the mirror. A commit that only the mirror has is never dropped. */
export function branchStep({ here, before, now, isContained }: BranchView): BranchStep {
  if (here === null) return now === null ? { kind: "stay" } : { kind: "create", to: now };
  if (here === now) return { kind: "stay" };
  // As the remote was: nothing of ours is in it, even if the remote was rewritten since.
  const isTheirs = isContained || here === before;
  if (!isTheirs) return { kind: "keep", commit: here };
  return now === null ? { kind: "delete", from: here } : { kind: "move", from: here, to: now };
}

/** The branch that work starts from where none is named. */
export function usualBase(branches: readonly string[], head: string | null): string | null {
  if (head !== null && branches.includes(head)) return head;
  const usual = ["main", "master", "trunk", "develop"].find((name) => branches.includes(name));
  return usual ?? branches.toSorted()[0] ?? null;
}

/** Whether asking again soon may help: a refused login or a repository that is not there stays so. */
export function mayPass(words: string): boolean {
  return !/authentication failed|could not read (?:username|password)|terminal prompts disabled|permission denied|access denied|not found|does not exist|does not appear to be a git repository|host key verification failed|\b40[134]\b|fsck error|certificate/i.test(
    words,
  );
}

/** How long to wait before trying a fetch once more: 1 s, 2 s, 4 s, each up to a half longer; `null`: no more. */
export function fetchDelayMs(failed: number, random: number): number | null {
  return failed > 3 ? null : 1000 * 2 ** (failed - 1) * (1 + random / 2);
}
