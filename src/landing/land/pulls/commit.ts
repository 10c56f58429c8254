import { TuttiError } from "../../../base/error.ts";
import type { Landed } from "../../candidate.ts";
import { commitStack } from "../../ground/commit.ts";
import type { Head, Proven } from "../../ground.ts";
import type { LandingHands } from "../../hands.ts";

/**
 * The commit of a result as it would land, in Tutti's store alone: the user's repository gets nothing of it before it
 * is merged.
 */
export async function commitOn(
  hands: LandingHands,
  ref: string,
  { head, proven }: { head: Head; proven: Proven },
): Promise<Landed> {
  const [made] = await commitStack(hands, ref, { head, stack: [proven] });
  await hands.objects.flush();
  if (made === undefined) throw new TuttiError("bug.unexpected", "a result became no commit", { audience: "bug" });
  return made.landed;
}
