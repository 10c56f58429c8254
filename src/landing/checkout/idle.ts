import { join } from "node:path";
import { readPlainText } from "../../base/files/read-plain.ts";
import type { PublishHands } from "../hands.ts";
import { operationUnderWay, rebaseUnderWay } from "./state.ts";
import { listWorktrees } from "./worktrees.ts";

const pauseMs = 100;
/**
 * Ten seconds: longer than git takes for an operation of its own, shorter than a person takes to resolve a conflict.
 */
const tries = 100;
/** After so many tries it is said what is waited for. */
const triesInSilence = 20;

/**
 * Waits for a person's rebase, merge, cherry-pick or revert of a branch. False: it lasts, so the person has to end it.
 */
export async function untilIdle(hands: PublishHands, ref: string): Promise<boolean> {
  for (let count = 0; count < tries; count += 1) {
    const busy = await operationOn(hands, ref);
    if (busy === undefined) return true;
    if (count === triesInSilence) hands.notice?.(`landing on ${ref} waits: ${busy}`);
    await new Promise<void>((resolve) => hands.world.after(pauseMs, resolve));
  }
  return false;
}

/** Told by files alone, in words. */
async function operationOn({ store }: PublishHands, ref: string): Promise<string | undefined> {
  for (const { gitDir, path } of await listWorktrees(store.repository)) {
    const operation = await operationUnderWay(gitDir);
    if (operation === undefined) continue;
    const head = await readPlainText(join(gitDir, "HEAD")).catch(() => "");
    if (head.trim() === `ref: ${ref}` || (await rebaseUnderWay(gitDir))?.branch === ref)
      return `${path} is in the middle of a ${operation}`;
  }
  return undefined;
}
