import { setTimeout as wait } from "node:timers/promises";
import type { Following } from "../../api/contract/events.ts";
import { aboutJob, type Asking } from "../ask.ts";

export interface News {
  /** Resolves when there may be more to show. */
  next(sheet: string | undefined): Promise<void>;
  stop(): Promise<void>;
}

/** A home without a conductor tells no one of changes. */
const pollMs = 300;

/** Of a job; none is the newest of the repository around. */
export function makeNews(tutti: Asking, named: string | undefined): News {
  let bell = Promise.withResolvers<undefined>();
  let following: Following | undefined;
  const ring = (): void => bell.resolve(undefined);
  const follow = async (sheet: string | undefined): Promise<boolean> => {
    const job = (await tutti.call("job.status", aboutJob(named)))?.id;
    const isMeant = (other: string | null): boolean => sheet === undefined || other === null || other === sheet;
    const lost = (): void => {
      following = undefined;
      ring();
    };
    following = await tutti
      .follow(
        { activity: true, ...(job === undefined ? {} : { job }) },
        {
          hear: (event) => (isMeant(event.sheet) ? ring() : undefined),
          active: (all) => (all.some((one) => isMeant(one.sheet)) ? ring() : undefined),
          lost,
        },
      )
      .catch(() => undefined);
    return following !== undefined;
  };
  return {
    next: async (sheet) => {
      if (!tutti.isLive()) return wait(pollMs);
      if (following === undefined) {
        // What came before it was followed is looked at first.
        return (await follow(sheet)) ? undefined : wait(pollMs);
      }
      await bell.promise;
      bell = Promise.withResolvers();
    },
    stop: async () => following?.stop(),
  };
}
