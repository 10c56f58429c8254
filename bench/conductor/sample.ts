import { readFileSync } from "node:fs";

/** Of an event loop, in milliseconds, as `conductor.health` tells it. */
export interface Stall {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface Sampled {
  readonly overMs: number;
  /** Of one core, 1 being all of it. */
  readonly cpuShare: number;
  readonly rssMegabytes: { readonly last: number; readonly most: number };
  /** Over the same time; `null` when no one was asked. */
  readonly stall: Stall | null;
}

export interface Sampling {
  readonly forMs?: number;
  readonly everyMs?: number;
  /** Asks the conductor's health. Its figures are of the time since the last question, so it is asked at both ends. */
  readonly askStall?: () => Promise<Stall>;
  readonly ticks?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Watches a process from outside, by what Linux tells of it, which costs the process nothing. */
export async function sample(pid: number, how: Sampling = {}): Promise<Sampled> {
  const {
    forMs = 20_000,
    everyMs = 500,
    ticks = () => performance.now(),
    pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  } = how;
  await how.askStall?.();
  const from = ticks();
  const first = look(pid);
  let last = first;
  let most = first.rssKb;
  while (ticks() - from < forMs) {
    await pause(Math.min(everyMs, forMs - (ticks() - from)));
    last = look(pid);
    // Another one may have got the number of one that ended.
    if (last.startedAt !== first.startedAt) throw new Error(`process ${pid} ended while it was measured`);
    most = Math.max(most, last.rssKb);
  }
  const overMs = ticks() - from;
  return {
    overMs,
    cpuShare: (last.cpuMs - first.cpuMs) / overMs,
    rssMegabytes: { last: last.rssKb / 1024, most: most / 1024 },
    stall: (await how.askStall?.()) ?? null,
  };
}

interface Look {
  readonly cpuMs: number;
  readonly startedAt: string;
  readonly rssKb: number;
}

function look(pid: number): Look {
  try {
    return {
      ...readStat(readFileSync(`/proc/${pid}/stat`, "utf8")),
      rssKb: readRss(readFileSync(`/proc/${pid}/status`, "utf8")),
    };
  } catch (error) {
    throw new Error(`process ${pid} can't be measured: it has ended, or this is no Linux`, { cause: error });
  }
}

/** Linux reports hundredths of a second to every program, with any clock of its own. */
const tickMs = 10;

export function readStat(text: string): Pick<Look, "cpuMs" | "startedAt"> {
  // The name, in brackets, may hold brackets and blanks itself; after it comes the third field.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [user, system, startedAt] = [fields[11], fields[12], fields[19]];
  if (startedAt === undefined) throw new Error(`no line of /proc/<pid>/stat: ${text}`);
  return { cpuMs: (Number(user) + Number(system)) * tickMs, startedAt };
}

/** One that is ending has no memory any more. */
function readRss(status: string): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}
