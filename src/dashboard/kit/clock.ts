import { useSyncExternalStore } from "react";

/** One clock for the whole page, which goes only while some part of it shows a time. */
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function watch(call: () => void): () => void {
  watchers.add(call);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of watchers) tell();
  }, 1_000);
  return () => {
    watchers.delete(call);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function useNow(): number {
  return useSyncExternalStore(watch, () => now);
}
