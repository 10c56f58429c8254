import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { count, seconds, shortName } from "../terminal/prose.ts";
import { type Row, makePainter } from "./painter.ts";
import { noticeLine, progressLine } from "./progress-line.ts";
import { makeStatusView } from "./status-view.ts";
import { type Standing, type Tally, makeTally, playerWords, stateWord } from "./tally.ts";
import type { ProgressView } from "./view.ts";

/** For whoever plays: results go to `out` when they are there, so what happens meanwhile goes to `err`. */
export function makeProgressView(terminal: Terminal, json: boolean): ProgressView {
  if (json) return jsonView(terminal);
  return terminal.isLive ? makeLiveView(terminal) : lineView(terminal, terminal.err);
}

/** For whoever asked to see what happens: that is the result. */
export function makeWatchView(terminal: Terminal, json: boolean): ProgressView {
  if (json) return jsonView(terminal);
  return terminal.isLive ? makeStatusView(terminal) : lineView(terminal, terminal.out);
}

function lineView(terminal: Terminal, write: (line: string) => void): ProgressView {
  let job: JobView | undefined;
  return {
    begin: (view) => {
      job = view;
    },
    show: (event) => {
      const line = progressLine(terminal, event, job);
      if (line !== undefined) write(line);
    },
    notice: (text) => {
      terminal.err(noticeLine(terminal, text));
    },
    close: () => undefined,
  };
}

function jsonView(terminal: Terminal): ProgressView {
  return {
    begin: () => undefined,
    show: (event) => {
      terminal.out(JSON.stringify(event));
    },
    notice: (text) => {
      terminal.out(JSON.stringify({ type: "notice", text }));
    },
    close: () => undefined,
  };
}

const paintEveryMs = 100;
const mostShown = 12;

/** What is over scrolls by as lines; what is under way stands below them and is painted over in place. */
function makeLiveView(terminal: Terminal): ProgressView {
  const tally = makeTally();
  const painter = makePainter(terminal);
  let job: JobView | undefined;
  const paint = (above?: string): void => {
    painter.paint(footer(terminal, tally, Math.min(mostShown, painter.room() - 3)), above);
  };
  const timer = setInterval(paint, paintEveryMs);
  timer.unref();
  return {
    begin: (view) => {
      job = view;
      tally.begin(view);
    },
    show: (event) => {
      tally.follow(event);
      const line = isPassing(event) ? undefined : progressLine(terminal, event, job);
      if (line !== undefined) paint(`${line}\n`);
    },
    notice: (text) => {
      paint(`${noticeLine(terminal, text)}\n`);
    },
    close: () => {
      clearInterval(timer);
      painter.clear();
      tally.clear();
    },
  };
}

function footer(terminal: Terminal, tally: Tally, most: number): readonly Row[] {
  const active = tally.active();
  const shownNow = active.slice(0, Math.max(0, most));
  const rest = active.length - shownNow.length;
  const counts = tally.counts();
  return [
    ...shownNow.map((standing) => ({ text: `  ${activeWords(standing)}`, style: terminal.dim })),
    ...(rest === 0 ? [] : [{ text: `  … and ${count(rest, "more sheet")} under way`, style: terminal.dim }]),
    ...(counts === undefined ? [] : [{ text: `  ${counts}` }]),
  ];
}

function activeWords(standing: Standing): string {
  const { sheet, since, attempt } = standing;
  const words = [
    shortName(sheet),
    stateWord(standing),
    ...(since === null ? [] : [seconds(Date.now() - since)]),
    ...playerWords(standing),
    ...(attempt > 1 ? [`attempt ${String(attempt)}`] : []),
  ];
  return words.join("  ");
}

/** Starts show below as long as they last; they need no line of their own. */
function isPassing({ type }: TuttiEvent): boolean {
  return type === "sheet.started" || type === "sheet.playing";
}
