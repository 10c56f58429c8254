import type { EpochMs } from "./ids.ts";

/** A time as people say it. Clocks may be set back: what would be less than nothing is nothing. */
export function seconds(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  if (whole < 120) return `${String(whole)} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 120
    ? `${String(minutes)} min ${String(whole % 60)} s`
    : `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

/** A moment as programs read it. */
export function isoTime(at: EpochMs): string {
  return new Date(at).toISOString();
}
