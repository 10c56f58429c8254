import { useEffect, useRef, useState } from "react";
import type { TuttiEvent } from "../../../api/contract/events.ts";
import type { TimelineView } from "../../../api/contract/timeline.ts";
import type { JobId } from "../../../base/ids.ts";
import { type Asked, useAsk, useLink, useNews } from "../../kit/ask.ts";
import { call, type CallError } from "../../kit/calls/call.ts";
import { lastHeard } from "../../kit/stream/events.ts";
import { spaced } from "../../kit/stream/spaced.ts";
import { heard, type Live, taken } from "./live-timeline.ts";
import { timelineAsked } from "./timeline-asked.ts";

/** A person sees no more pictures than that. */
const drawMs = 250;
const askMs = 400;

type Shown = Pick<Asked<TimelineView | null>, "data" | "error">;

/** A job as it is, kept up to date by its events; `position`: as it was then. */
export function useTimeline(job: JobId, position: number | null, tab: string): Shown {
  const isPast = position !== null;
  const past = useAsk("job.timeline", { job, folder: "/", position: position ?? 0 }, { isOff: !isPast });
  const now = useLive(job, tab, isPast);
  return isPast ? past : now;
}

interface Work {
  readonly draw: () => void;
  readonly ask: () => void;
}

const noWork: Work = { draw: () => undefined, ask: () => undefined };

/** Asked for as a whole once; then for what differs. Events are shown before they are answered for. */
function useLive(job: JobId, tab: string, isOff: boolean): Shown {
  const asked = useRef({ job, params: timelineAsked(job, tab) });
  if (asked.current.job !== job) asked.current = { job, params: timelineAsked(job, tab) };
  const first = useAsk("job.timeline", asked.current.params, { isOff });
  const [view, setView] = useState<TimelineView | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const live = useRef<Live | null>(null);
  const waiting = useRef<TuttiEvent[]>([]);
  const work = useRef(noWork);
  useEffect(() => {
    let isGone = false;
    live.current = null;
    setView(null);
    setError(null);
    const show = (): void => setView(live.current?.view ?? null);
    const draw = spaced(drawMs, () => {
      if (live.current === null || isGone) return;
      live.current = heard(live.current, waiting.current.splice(0));
      show();
    });
    const ask = spaced(askMs, async () => {
      try {
        const answer = await differences(job, live.current?.view.mark ?? null);
        if (isGone || answer === null) return;
        live.current = taken(live.current, answer);
        setError(null);
        show();
      } catch (fault) {
        if (!isGone) setError(fault as CallError);
      }
    });
    waiting.current = [];
    work.current = { draw, ask };
    return () => void (isGone = true);
  }, [job]);
  /** Changes before the first heard event are in no event. */
  const catchUp = (): void => {
    const known = live.current?.view;
    if (known !== undefined && (known.isPart === true || lastHeard() > known.last.position)) work.current.ask();
  };
  const { data } = first;
  useEffect(() => {
    if (isOff || data === undefined || data === null || data.job.id !== job) return;
    // Of what is known already, the first lanes are no news.
    if (live.current === null || data.isPart !== true) live.current = taken(live.current, data);
    setView(live.current.view);
    catchUp();
  }, [data, job, isOff]);
  useNews(({ events }) => {
    const own = events.filter((event) => event.job === job);
    if (isOff || own.length === 0) return;
    waiting.current.push(...own);
    work.current.draw();
    if (live.current !== null) work.current.ask();
  });
  const link = useLink();
  useEffect(() => {
    if (link === "live" && !isOff) catchUp();
  }, [link, isOff]);
  return { data: view ?? (data === null || data?.job.id === job ? data : undefined), error: error ?? first.error };
}

function differences(job: JobId, mark: string | null): Promise<TimelineView | null> {
  return call("job.timeline", { job, folder: "/", ...(mark === null ? {} : { since: mark }) });
}
