import { readFileSync } from "node:fs";
import type { HowEnded } from "./process.ts";

/** How often the kernel killed a process for want of memory; `null` where it does not tell. */
export type OomKills = () => number | null;

/**
 * Of our control group and those below it where there is one (a program stays in the group it was started in), else of
 * the whole machine: another container's shortage is not ours.
 */
export const readOomKills: OomKills = () => {
  const group = /^0::(\/.*)$/m.exec(readText("/proc/self/cgroup"))?.[1];
  const own =
    group === undefined ? null : oomKillsIn(readText(`/sys/fs/cgroup${group === "/" ? "" : group}/memory.events`));
  return own ?? oomKillsIn(readText("/proc/vmstat"));
};

/** From the text of `memory.events` or `/proc/vmstat`. */
export function oomKillsIn(counters: string): number | null {
  const count = /^oom_kill (\d+)$/m.exec(counters)?.[1];
  return count === undefined ? null : Number(count);
}

/**
 * The kernel kills as anybody does who sends SIGKILL; only its counter tells. A shell reports the death of its child as
 * 137.
 */
export function isOom(how: HowEnded, before: number | null, now: number | null): boolean {
  const isKilled =
    (how.kind === "signalled" && how.signal === "SIGKILL") || (how.kind === "exited" && how.code === 137);
  return isKilled && before !== null && now !== null && now > before;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
