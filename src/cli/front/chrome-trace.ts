import type { Trace, TracedRun } from "../../api/contract/conductor.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { Ended, SheetEvent } from "../../sheet/events/event.ts";

/** An entry of Chrome's trace format, which Perfetto and chrome://tracing read. Times in microseconds. */
type ChromeEvent = Readonly<Record<string, unknown>>;

interface Span {
  readonly name: string;
  readonly at: number;
  readonly ms: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** One track for each sheet, below it its processes, as many tracks as ran at once; last those of no sheet. */
export function chromeTrace(
  events: readonly TuttiEvent[],
  { processes, cpu, dropped }: Trace,
): { readonly traceEvents: readonly ChromeEvent[]; readonly otherData: Readonly<Record<string, unknown>> } {
  const rows = rowsOf(events);
  const begin = Math.min(...events.map(({ at }) => at), ...processes.map(({ at }) => at));
  const shown: ChromeEvent[] = [{ ph: "M", pid: 1, name: "process_name", args: { name: "tutti" } }];
  let track = 0;
  const show = (name: string, spans: readonly Span[]): void => {
    track += 1;
    const at = { pid: 1, tid: track };
    shown.push({ ph: "M", ...at, name: "thread_name", args: { name } });
    shown.push({ ph: "M", ...at, name: "thread_sort_index", args: { sort_index: track } });
    for (const span of spans)
      shown.push({
        ph: "X",
        ...at,
        name: span.name,
        ts: Math.round((span.at - begin) * 1_000),
        dur: Math.round(span.ms * 1_000),
        args: span.args ?? {},
      });
  };
  for (const [sheet, heard] of rows) {
    show(sheet, phasesOf(heard, begin));
    for (const lane of lanesOf(processes.filter((one) => one.sheet === sheet))) show(`${sheet}: processes`, lane);
  }
  for (const lane of lanesOf(processes.filter(({ sheet }) => sheet === null || !rows.has(sheet))))
    show("landing and the rest: processes", lane);
  for (const { at, cpuMs } of cpu)
    shown.push({
      ph: "C",
      pid: 1,
      name: "CPU of the main thread, ms",
      ts: Math.round((at - begin) * 1_000),
      args: { ms: cpuMs },
    });
  return {
    traceEvents: shown,
    otherData: { processes: processes.length, dropped, mainThreadCpuMs: cpu.at(-1)?.cpuMs ?? 0 },
  };
}

/** The journal's rows of each sheet; one that became several events counts once. */
function rowsOf(events: readonly TuttiEvent[]): ReadonlyMap<string, readonly SheetEvent[]> {
  const rows = new Map<string, Map<SheetEvent["at"] | string, SheetEvent>>();
  for (const { sheet, position, recorded } of events) {
    if (sheet === null || recorded.about !== "sheet") continue;
    const own = rows.get(sheet) ?? new Map<string, SheetEvent>();
    own.set(String(position), recorded.event);
    rows.set(sheet, own);
  }
  return new Map([...rows].map(([sheet, own]) => [sheet, [...own.values()]]));
}

/** Where a sheet's time went: an attempt says at its end how long each of its parts took. */
function phasesOf(events: readonly SheetEvent[], begin: number): readonly Span[] {
  const spans: Span[] = [];
  let since: { readonly at: number; readonly what: string } = { at: begin, what: "waiting" };
  let startedAt = begin;
  const until = (at: number, next: string): void => {
    if (at > since.at) spans.push({ name: since.what, at: since.at, ms: at - since.at });
    since = { at, what: next };
  };
  for (const event of events) {
    if (event.kind === "started") {
      until(event.at, "running");
      startedAt = event.at;
    } else if (event.kind === "ended") {
      spans.push(...partsOf(event, startedAt));
      since = { at: event.at, what: event.capture === null ? "waiting" : "waiting to land" };
    } else if (event.kind === "landing") until(event.at, "landing");
    else if (event.kind === "landed" || event.kind === "interrupted") until(event.at, "waiting");
  }
  return spans;
}

function partsOf({ attempt, spent }: Ended, startedAt: number): readonly Span[] {
  const parts = [
    { name: "context", ms: spent.contextMs },
    { name: "agent", ms: spent.agentMs },
    { name: "capture", ms: spent.captureMs },
    { name: "validating", ms: spent.checksMs },
  ];
  return parts
    .map(({ name, ms }, place) => {
      const at = parts.slice(0, place).reduce((sum, before) => sum + before.ms, startedAt);
      return { name, at, ms, args: { attempt } };
    })
    .filter(({ ms }) => ms > 0);
}

/** Spans of one track must not overlap: each process goes to the first lane that is free. */
function lanesOf(processes: readonly TracedRun[]): readonly (readonly Span[])[] {
  const lanes: { freeAt: number; spans: Span[] }[] = [];
  for (const { what, pid, at, ms } of [...processes].sort((a, b) => a.at - b.at)) {
    const free = lanes.find(({ freeAt }) => freeAt <= at);
    const lane = free ?? { freeAt: 0, spans: [] };
    if (free === undefined) lanes.push(lane);
    lane.freeAt = at + ms;
    lane.spans.push({ name: what, at, ms, args: { pid } });
  }
  return lanes.map(({ spans }) => spans);
}
