import { cpuUsage } from "node:process";
import type { JobId, SheetId } from "../base/ids.ts";
import type { ProcessClock } from "./machine/awake.ts";

/** A program that was run while a trace was open. Times are of the monotonic clock. */
export interface TracedProcess {
  readonly what: string;
  readonly pid: number;
  /** `null`: for none in particular. */
  readonly job: JobId | null;
  readonly sheet: SheetId | null;
  readonly startedAt: number;
  readonly ms: number;
}

/** Processor time of the main thread up to a moment, counted from the begin of the trace. */
interface CpuSample {
  readonly at: number;
  readonly cpuMs: number;
}

export interface Traced {
  readonly processes: readonly TracedProcess[];
  readonly cpu: readonly CpuSample[];
  /** More than are kept in memory. */
  readonly dropped: number;
}

export interface Tracer {
  /** Nothing is kept while it is `false`. */
  isOpen(): boolean;
  note(process: TracedProcess): void;
  begin(): number;
  /** All that ended since the begin of that number; `undefined`: there is none. */
  end(number: number): Traced | undefined;
}

/** An answer with so many still fits into one message. */
const mostKept = 20_000;
/** Traces that no one ends do not pile up. */
const mostOpen = 8;
const sampleMs = 20;

export function makeTracer(clock: Pick<ProcessClock, "ticks">): Tracer {
  const open = new Map<number, { processes: TracedProcess[]; cpu: CpuSample[]; cpuBefore: number; dropped: number }>();
  let begun = 0;
  let sampledAt = 0;
  const sample = (): void => {
    sampledAt = clock.ticks();
    const cpuMs = mainThreadMs();
    for (const { cpu, cpuBefore } of open.values())
      if (cpu.length < mostKept) cpu.push({ at: sampledAt, cpuMs: cpuMs - cpuBefore });
  };
  return {
    isOpen: () => open.size > 0,
    note: (process) => {
      for (const one of open.values())
        if (one.processes.length < mostKept) one.processes.push(process);
        else one.dropped += 1;
      if (clock.ticks() - sampledAt >= sampleMs) sample();
    },
    begin: () => {
      begun += 1;
      const [oldest] = open.keys();
      if (open.size >= mostOpen && oldest !== undefined) open.delete(oldest);
      open.set(begun, { processes: [], cpu: [], cpuBefore: mainThreadMs(), dropped: 0 });
      sample();
      return begun;
    },
    end: (number) => {
      if (open.has(number)) sample();
      const found = open.get(number);
      open.delete(number);
      return found;
    },
  };
}

/** Where Node does not tell it of a thread: of the whole process. */
function mainThreadMs(): number {
  const { user, system } = "threadCpuUsage" in process ? process.threadCpuUsage() : cpuUsage();
  return (user + system) / 1_000;
}
