import { useEffect, useRef, useState } from "react";
import type { TuttiEvent } from "../../../api/contract/events.ts";
import type { TimelineView } from "../../../api/contract/timeline.ts";
import type { JobId } from "../../../base/ids.ts";
import { type Asked, useAsk, useNews } from "../../kit/ask.ts";
import { spaced } from "../../kit/stream/spaced.ts";
import { isOfJob } from "../../kit/stream/which-events.ts";
import { withEvents } from "./live-timeline.ts";

/** A person sees no more pictures than that. */
const drawMs = 250;

/** A job as it is, kept up to date by its events; `position`: as it was then. */
export function useTimeline(job: JobId, position: number | null): Asked<TimelineView | null> {
  const asked = useAsk(
    "job.timeline",
    { job, folder: "/", ...(position === null ? {} : { position }) },
    position === null ? { hears: isOfJob(job) } : {},
  );
  const [live, setLive] = useState<TimelineView | null>(null);
  const base = useRef<TimelineView | null>(null);
  const news = useRef<TuttiEvent[]>([]);
  const draw = useRef(
    spaced(drawMs, () => {
      if (base.current !== null) setLive((base.current = withEvents(base.current, news.current.splice(0))));
    }),
  );
  useEffect(() => {
    base.current = asked.data ?? null;
    setLive(base.current);
  }, [asked.data]);
  useNews(({ events }) => {
    if (position !== null) return;
    const own = events.filter((event) => event.job === job);
    if (own.length === 0) return;
    news.current.push(...own);
    draw.current();
  });
  const { data } = asked;
  // The first picture needs no second look; later ones are those with the newest events.
  return { ...asked, data: data === undefined || data === null ? data : (live ?? data) };
}
