import { useSyncExternalStore } from "react";
import type { Activity } from "../../sheet/activity.ts";
import { onNews } from "./stream/events.ts";

/** The last activity of running agents, by job and sheet. */
let latest: ReadonlyMap<string, Activity> = new Map();
const watchers = new Set<() => void>();
const nameOf = (job: string, sheet: string): string => `${job}/${sheet}`;

export function keepActivities(): void {
  onNews(({ activities, events }) => {
    const ended = events.filter(({ state, sheet }) => sheet !== null && state !== null && state !== "running");
    if (activities.length === 0 && ended.length === 0) return;
    const next = new Map(latest);
    for (const one of activities) next.set(nameOf(one.job, one.sheet), one);
    for (const { job, sheet } of ended) next.delete(nameOf(job ?? "", sheet ?? ""));
    latest = next;
    for (const call of watchers) call();
  });
}

function watch(call: () => void): () => void {
  watchers.add(call);
  return () => watchers.delete(call);
}

export function useActivity(job: string, sheet: string): Activity | undefined {
  return useSyncExternalStore(watch, () => latest.get(nameOf(job, sheet)));
}
