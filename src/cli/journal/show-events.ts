import type { Tutti } from "../../api/tutti.ts";
import type { EventType, Follow, TuttiEvent } from "../../api/contract/events.ts";
import type { History } from "../../api/contract/job.ts";
import type { JobId } from "../../base/ids.ts";

export interface EventsAsked {
  readonly job: JobId | undefined;
  /** A position of the journal to begin behind. */
  readonly after: number | undefined;
  readonly types: readonly EventType[] | undefined;
  readonly folder: string;
}

/** How many of the newest are shown without a position. */
const fewEnough = 50;

/** Shows the events that the journal has by now. */
export async function showRecorded(tutti: Tutti, asked: EventsAsked, show: (event: TuttiEvent) => void): Promise<void> {
  const newest: TuttiEvent[] = [];
  const hear = (event: TuttiEvent): void => {
    if (asked.types?.includes(event.type) === false) return;
    if (asked.after !== undefined) show(event);
    else if (newest.push(event) > fewEnough) newest.shift();
  };
  if (asked.job === undefined) await hearAll(tutti, asked, hear);
  else await hearHistory(tutti, { ...asked, job: asked.job }, hear);
  for (const event of newest) show(event);
}

/**
 * Follows until it comes to where the journal stood when it began. Every row is heard, or the end could not be seen.
 */
async function hearAll(tutti: Tutti, asked: EventsAsked, hear: (event: TuttiEvent) => void): Promise<void> {
  const after = asked.after ?? 0;
  const end = makeEnd();
  let last = after;
  let until = Infinity;
  const following = await tutti.follow(
    { after },
    {
      hear: (event) => {
        // Readers that go on following get the events that are written meanwhile.
        if (event.position <= until) hear(event);
        last = event.position;
        if (last >= until) end.come();
      },
      lost: end.fail,
    },
  );
  until = following.position;
  if (last < until) await end.awaited;
  await following.stop();
}

async function hearHistory(
  tutti: Tutti,
  { job, folder, after }: EventsAsked & { job: JobId },
  hear: (event: TuttiEvent) => void,
): Promise<void> {
  for (let from: number | null = after ?? 0; from !== null; ) {
    const history: History | null = await tutti.call("job.history", { job, folder, after: from, limit: 1000 });
    for (const event of history?.events ?? []) hear(event);
    from = history?.next ?? null;
  }
}

interface Watch {
  readonly show: (event: TuttiEvent) => void;
  readonly missed: (gap: { readonly from: number; readonly to: number }) => void;
  readonly stop: AbortSignal;
}

/** Shows events as they happen, until `stop`. */
export async function showLive(tutti: Tutti, { job, after, types }: EventsAsked, watch: Watch): Promise<void> {
  const end = makeEnd();
  const what: Follow = {
    ...(job === undefined ? {} : { job }),
    ...(after === undefined ? {} : { after }),
    ...(types === undefined ? {} : { types }),
  };
  const following = await tutti.follow(what, { hear: watch.show, missed: watch.missed, lost: end.fail });
  watch.stop.addEventListener("abort", end.come, { once: true });
  if (!watch.stop.aborted) await end.awaited;
  await following.stop();
}

interface End {
  readonly come: () => void;
  readonly fail: (error: Error) => void;
  readonly awaited: Promise<unknown>;
}

function makeEnd(): End {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  // It may fail before anything waits for it.
  promise.catch(() => undefined);
  return { awaited: promise, come: () => resolve(undefined), fail: reject };
}
