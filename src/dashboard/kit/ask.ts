import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { Method, Params, Result } from "../../api/tutti.ts";
import { call, type CallError } from "./calls/call.ts";
import { type Link, linkStore, type News, onNews } from "./stream/events.ts";
import { spaced } from "./stream/spaced.ts";

interface How {
  /** Asks again after such an event. */
  readonly hears?: (event: TuttiEvent) => boolean;
  /** Asks again by itself: for what changes without an event. */
  readonly everyMs?: number;
  /** Not asked now. */
  readonly isOff?: boolean;
  readonly soonestMs?: number;
}

export interface Asked<T> {
  /** The last answer; also while it is asked again. */
  readonly data: T | undefined;
  readonly error: CallError | null;
  readonly isAsking: boolean;
  readonly again: () => void;
}

/** The answer of a method, kept up to date by events. Components that ask the same share one answer. */
export function useAsk<M extends Method>(method: M, params: Params<M>, how: How = {}): Asked<Result<M>> {
  const { hears, everyMs, isOff = false, soonestMs = 400 } = how;
  const { data, error, isFetching, refetch } = useQuery<Result<M>, CallError>({
    queryKey: [method, params],
    queryFn: () => call(method, params),
    placeholderData: keepPreviousData,
    // Comparing what was answered with what is known, part by part, costs more than drawing it.
    structuralSharing: false,
    enabled: !isOff,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
  const again = useRef(spaced(soonestMs, refetch));
  useEffect(() => {
    again.current = spaced(soonestMs, refetch);
  }, [refetch, soonestMs]);
  useNews(({ events }) => {
    if (!isOff && hears !== undefined && events.some(hears)) again.current();
  });
  const link = useLink();
  const last = useRef(link);
  useEffect(() => {
    // Events may have been missed while nothing was heard.
    if (last.current === "lost" && link === "live" && !isOff) again.current();
    last.current = link;
  }, [link, isOff]);
  return { data, error: error ?? null, isAsking: isFetching, again: () => again.current() };
}

export function useNews(listener: (news: News) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => onNews((news) => latest.current(news)), []);
}

export function useLink(): Link {
  return useSyncExternalStore(linkStore.watch, linkStore.get);
}
