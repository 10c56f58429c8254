import { type FSWatcher, watch } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Following } from "../../api/contract/events.ts";
import { aboutJob, type Asking } from "../ask.ts";

export interface News {
  /** Resolves when there may be more to show. `path`: the file that is shown. */
  next(sheet: string | undefined, path?: string): Promise<void>;
  stop(): Promise<void>;
}

/** A home without a conductor tells no one of changes: its files are watched, and looked at now and then. */
const pollMs = 300;
const watchedMs = 5_000;

/** Of a job; none is the newest of the repository around. */
export function makeNews(tutti: Asking, named: string | undefined): News {
  let bell = Promise.withResolvers<undefined>();
  let following: Following | undefined;
  const ring = (): void => bell.resolve(undefined);
  let watched: { readonly path: string; readonly watcher: FSWatcher } | undefined;
  const unwatch = (): void => {
    watched?.watcher.close();
    watched = undefined;
  };
  const awaitFile = async (path: string | undefined): Promise<void> => {
    if (path !== watched?.path) unwatch();
    try {
      if (path !== undefined && watched === undefined)
        watched = { path, watcher: watch(path, ring).on("error", unwatch) };
    } catch {
      unwatch();
    }
    await Promise.race([bell.promise, wait(watched === undefined ? pollMs : watchedMs, undefined, { ref: true })]);
    bell = Promise.withResolvers();
  };
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
    next: async (sheet, path) => {
      if (!tutti.isLive()) return awaitFile(path);
      if (following === undefined) {
        // Output from before the follow is read first.
        return (await follow(sheet)) ? undefined : wait(pollMs);
      }
      await bell.promise;
      bell = Promise.withResolvers();
    },
    stop: async () => {
      unwatch();
      await following?.stop();
    },
  };
}
