import { messageOf } from "../../base/error.ts";
import type { Job } from "../../sheet/job.ts";
import type { Landed } from "../candidate.ts";
import type { Ground } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { type SharedTarget, bringUpToDate, pushTarget } from "./shared-target.ts";

/**
 * A ground whose target is also a remote's. What others pushed is brought in before the first landing; what landed is
 * pushed at once, unless gates wait for the end of its job. A push that fails costs no landing: it is said, and owed
 * until the job's end.
 */
export function remoteGround(ground: Ground, hands: LandingHands, target: SharedTarget): Ground {
  let isFresh = false;
  return {
    ...ground,
    open: async () => {
      if (!isFresh) {
        isFresh = true;
        await bringUpToDate(hands, target, new AbortController().signal).catch((error: unknown) => {
          target.tell(messageOf(error));
        });
      }
      return ground.open();
    },
    publish: async (head, stack, cancel) => {
      const outcome = await ground.publish(head, stack, cancel);
      const [first, ...more] = jobsOf(stack).filter(({ plan }) => plan.landing.tests !== "final");
      if (outcome.kind !== "published" || first === undefined) return outcome;
      await pushTarget(hands, { ...target, jobs: [first, ...more] }, cancel).catch((error: unknown) => {
        isFresh = false;
        target.tell(messageOf(error));
      });
      return outcome;
    },
  };
}

function jobsOf(stack: readonly Landed[]): readonly Job[] {
  return [...new Map(stack.map(({ candidate: { job } }) => [job.id, job])).values()];
}
