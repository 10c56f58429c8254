import type { JobId } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import type { Activity } from "../../sheet/activity.ts";

/** Sends what running agents do to all who follow it. Only the last of each is kept: a slow follower misses steps. */
export interface ActivityFeed {
  note(activity: Activity): void;
  /** The last activity of a running agent. */
  last(of: Pick<Activity, "job" | "sheet">): Activity | undefined;
  /** Its agent has ended. */
  over(of: Pick<Activity, "job" | "sheet">): void;
  /** Sends what is known now, then changes. `take`: false: not now. */
  follow(job: JobId | undefined, take: Take): () => void;
}

type Take = (activities: readonly Activity[]) => boolean;

/** A person reads no faster, and a hundred agents cost four messages a second. */
const everyMs = 250;

export function makeActivityFeed({ after }: Pick<World, "after">): ActivityFeed {
  const latest = new Map<string, Activity>();
  const followers = new Set<{ readonly job: JobId | undefined; readonly take: Take; pending: Map<string, Activity> }>();
  let isDue = false;
  const send = (): void => {
    isDue = false;
    for (const follower of followers)
      if (follower.pending.size > 0 && follower.take([...follower.pending.values()])) follower.pending = new Map();
    if ([...followers].some(({ pending }) => pending.size > 0)) plan();
  };
  const plan = (): void => {
    if (isDue) return;
    isDue = true;
    after(everyMs, send);
  };
  return {
    note: (activity) => {
      const key = keyOf(activity);
      latest.set(key, activity);
      const wanted = [...followers].filter(({ job }) => job === undefined || job === activity.job);
      for (const { pending } of wanted) pending.set(key, activity);
      if (wanted.length > 0) plan();
    },
    last: (of) => latest.get(keyOf(of)),
    over: (of) => {
      latest.delete(keyOf(of));
      for (const { pending } of followers) pending.delete(keyOf(of));
    },
    follow: (job, take) => {
      const known = [...latest].filter(([, activity]) => job === undefined || job === activity.job);
      const follower = { job, take, pending: new Map(known) };
      followers.add(follower);
      if (known.length > 0) plan();
      return () => followers.delete(follower);
    },
  };
}

function keyOf({ job, sheet }: Pick<Activity, "job" | "sheet">): string {
  return `${job}/${sheet}`;
}
