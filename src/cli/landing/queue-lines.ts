import type { QueueGate, QueueRow, QueueView } from "../../api/contract/queue.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { branchName, clock, count, prose, seconds, shortName, shown } from "../terminal/prose.ts";

/**
 * Queues for people: a line for each result, in the order in which they would land, and below it what waits for a
 * person.
 */
export function queueLines(
  terminal: Terminal,
  queues: readonly QueueView[],
  how: { readonly now: number; readonly all: boolean },
): readonly string[] {
  if (queues.length === 0) return ["Nothing waits to land, and no queue is paused."];
  return queues.flatMap((queue, place) => [...(place === 0 ? [] : [""]), ...linesOf(terminal, queue, how)]);
}

function linesOf(
  terminal: Terminal,
  queue: QueueView,
  { now, all }: { readonly now: number; readonly all: boolean },
): readonly string[] {
  const where = `${shown(branchName(queue.target))}${all ? ` of ${shown(queue.repository)}` : ""}`;
  const paused = queue.isPaused
    ? ` · ${terminal.yellow(`paused${queue.pausedAt === null ? "" : ` since ${clock(queue.pausedAt, now)}`}`)}`
    : "";
  const window = queue.window === null ? "" : ` · one test covers up to ${String(queue.window)}`;
  const name = namer(queue);
  const width = Math.max(0, ...[...queue.entries, ...queue.held].map((row) => name(row).length));
  return [
    `${terminal.bold(where)}: ${count(queue.entries.length, "result")} to land${paused}${window}`,
    ...(queue.problem === null ? [] : [`     ${terminal.red("nothing lands:")} ${prose(queue.problem)}`]),
    ...queue.entries.map(
      (row) => `${String(row.place ?? "").padStart(3)}  ${name(row).padEnd(width)}  ${rowWords(terminal, row, now)}`,
    ),
    ...(queue.held.length === 0 ? [] : [terminal.dim(`     waits for a person's word (tutti review):`)]),
    ...queue.held.map((row) => `  -  ${name(row).padEnd(width)}  ${rowWords(terminal, row, now)}`),
  ];
}

/** With their job only where there are several. */
function namer({ entries, held }: QueueView): (row: QueueRow) => string {
  const isOneJob = new Set([...entries, ...held].map(({ job }) => job)).size <= 1;
  return ({ job, sheet }) => (isOneJob ? shortName(sheet) : `${shown(job)}/${shortName(sheet)}`);
}

function rowWords(terminal: Terminal, row: QueueRow, now: number): string {
  const since = row.since === null ? [] : [seconds(now - row.since)];
  const why = row.why === null ? [] : [prose(row.why)];
  const gates = row.gates.map((gate) => gateWords(terminal, gate));
  return [painted(terminal, row.state), ...since, shown(row.title), ...why, ...gates].join("  ");
}

function gateWords(terminal: Terminal, { name, state, ms }: QueueGate): string {
  const took = ms === null ? "" : ` ${seconds(ms)}`;
  switch (state) {
    case "passed":
      return `${terminal.green("✓")} ${shown(name)}${took}`;
    case "failed":
      return `${terminal.red("✗")} ${shown(name)}${took}`;
    case "running":
      return `${terminal.yellow("…")} ${shown(name)}`;
    case "waiting":
      return terminal.dim(`· ${shown(name)}`);
  }
}

function painted(terminal: Terminal, state: QueueRow["state"]): string {
  const word = state.padEnd(7);
  switch (state) {
    case "landing":
      return terminal.green(word);
    case "held":
    case "paused":
      return terminal.yellow(word);
    case "testing":
      return terminal.bold(word);
    case "waiting":
      return word;
  }
}
