import { isRest } from "../../api/contract/ending.ts";
import type { JobId } from "../../base/ids.ts";
import type { Reached } from "../reach.ts";

/** With a conductor jobs go on without this command; in this process they end with it, so they are waited for. */
export async function settleLocal(
  { kind, tutti }: Pick<Reached, "kind" | "tutti">,
  jobs: ReadonlyMap<JobId, number>,
): Promise<void> {
  if (kind !== "local") return;
  for (const [job, after] of jobs) {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const hear = (event: Parameters<typeof isRest>[0]): void => {
      if (isRest(event)) resolve(undefined);
    };
    const following = await tutti.follow({ job, after }, { hear, lost: reject });
    try {
      await promise;
    } finally {
      await following.stop();
    }
  }
}
