import { TuttiError } from "../../base/error.ts";
import type { CommitSha, JobId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { isAncestor, readRef, swapRef } from "../../git/refs/refs.ts";
import { pinRef } from "../home/places.ts";

/**
 * Keeps a base from being pruned in the user's repository while captures need it. One ref a job moves with the target;
 * after a rewrite the old line keeps a ref of its own.
 */
export async function pinBase(git: Git, gitDir: string, pin: { job: JobId; base: CommitSha }): Promise<void> {
  const ref = pinRef(pin.job);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const current = (await readRef(git, gitDir, ref)) as CommitSha | undefined;
    // A pin without its commit holds nothing.
    const isThere = current !== undefined && (await isCommit(git, gitDir, { ref, commit: current }));
    if (current === pin.base && isThere) return;
    if (isThere && !(await isAncestor(git, gitDir, { older: current, newer: pin.base }))) {
      await swapRef(git, gitDir, {
        ref: `${ref}-${current.slice(0, 12)}`,
        next: current,
        expected: null,
        why: "tutti: pin",
      });
    }
    if (await swapRef(git, gitDir, { ref, next: pin.base, expected: current ?? null, why: "tutti: pin" })) return;
  }
  throw new TuttiError("git.failed", `${ref} is being moved all the time`, {
    audience: "environment",
    hint: "Another program works in the same repository: try again.",
  });
}

/** Pins that this process has seen with their commit, which then stays: the pin keeps it from git's gc. */
const held = new Map<string, CommitSha>();

async function isCommit(
  git: Git,
  gitDir: string,
  { ref, commit }: { readonly ref: string; readonly commit: CommitSha },
): Promise<boolean> {
  const pin = `${gitDir}\n${ref}`;
  if (held.get(pin) === commit) return true;
  const isThere = (await git.sealed({ gitDir, args: ["cat-file", "-e", `${commit}^{commit}`] })).code === 0;
  if (isThere) held.set(pin, commit);
  return isThere;
}

/** Programs that use the library share a pin. */
const mostTries = 100;
