import { pushBranch } from "../../git/remote/push.ts";
import { readCommit } from "../../git/refs/refs.ts";
import type { LandingHands } from "../hands.ts";
import { type SharedTarget, bringUpToDate, notReached, remoteFor } from "./level.ts";

/** Others may push all the time; somebody has to win. */
const tries = 10;

/**
 * Has the remote come to where the target stands here; what others pushed meanwhile is brought in first. Done twice it
 * is done once.
 */
export async function pushTarget(hands: LandingHands, target: SharedTarget, cancel: AbortSignal): Promise<void> {
  const { git, store } = hands;
  const { commonDir } = store.repository;
  const { ref } = target;
  const remote = await remoteFor(hands, target);
  for (let count = 0; count < tries && !cancel.aborted; count += 1) {
    const expected = await bringUpToDate(hands, target, cancel);
    const commit = await readCommit(git, commonDir, ref);
    if (commit === undefined || commit === expected) return;
    const outcome = await pushBranch(git, { gitDir: commonDir, remote, commit, ref, expected, as: "target" });
    if (outcome.kind === "pushed") return;
    if (outcome.kind !== "moved") throw notReached(target, outcome.words);
  }
  if (!cancel.aborted) throw notReached(target, "others push there all the time");
}
