import { useEffect, useRef, useState } from "react";
import type { TuttiEvent } from "../../api/contract/events.ts";
import { useNews } from "./ask.ts";
import { call } from "./calls/call.ts";
import { spaced } from "./stream/spaced.ts";

const pageSize = 1_000;
/** A person sees no more pictures than that. */
const drawMs = 250;

/** Everything that happened to a sheet, oldest first, and what happens from now on. `null`: it is being read. */
export function useHistory(job: string, sheet: string): readonly TuttiEvent[] | null {
  const [events, setEvents] = useState<readonly TuttiEvent[] | null>(null);
  const all = useRef<TuttiEvent[]>([]);
  const isWhole = useRef(false);
  const draw = useRef(spaced(drawMs, () => setEvents([...all.current])));
  useEffect(() => {
    const left = new AbortController();
    all.current = [];
    isWhole.current = false;
    setEvents(null);
    const read = async (): Promise<void> => {
      for (let after: number | null = 0; after !== null; ) {
        const page: Awaited<ReturnType<typeof pageOf>> = await pageOf({ job, sheet, after });
        if (left.signal.aborted) return;
        add(all.current, page?.events ?? []);
        after = page?.next ?? null;
      }
      isWhole.current = true;
      draw.current();
    };
    read().catch(() => setEvents([]));
    return () => left.abort();
  }, [job, sheet]);
  useNews(({ events: news }) => {
    const own = news.filter((event) => event.job === job && event.sheet === sheet);
    if (own.length === 0) return;
    add(all.current, own);
    if (isWhole.current) draw.current();
  });
  return events;
}

function pageOf(asked: { readonly job: string; readonly sheet: string; readonly after: number }) {
  return call("job.history", { ...asked, folder: "/", limit: pageSize });
}

/** Events that are heard while a page is read may be in that page too. */
function add(all: TuttiEvent[], events: readonly TuttiEvent[]): void {
  for (const event of events) {
    const last = all.at(-1);
    const isNew =
      last === undefined ||
      event.position > last.position ||
      (event.position === last.position && event.index > last.index);
    if (isNew) all.push(event);
    else if (!all.some(({ position, index }) => position === event.position && index === event.index)) {
      all.push(event);
      all.sort((one, other) => one.position - other.position || one.index - other.index);
    }
  }
}
