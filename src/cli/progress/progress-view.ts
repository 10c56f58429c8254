import { knownCostWords } from "../../api/contract/cost/cost.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import { duration, plural } from "../../base/text.ts";
import { clock, shortName } from "../terminal/prose.ts";
import type { Activity } from "../../sheet/activity.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { makePainter, type Row } from "./painter.ts";
import { noticeLine, progressLine } from "./progress-line.ts";
import { actionWords, makeTally, playerWords, type Standing, stateWord, type Tally } from "./tally.ts";

/** For commands that play: results go to `out` at the end, so progress goes to `err`. */
export function makeProgressView(terminal: Terminal, json: boolean): ProgressView {
  if (json) return jsonView(terminal);
  return terminal.isLive ? makeLiveView(terminal) : lineView(terminal, terminal.err);
}

/** For commands that watch: progress is their result. */
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

/** Finished sheets scroll by as lines; sheets under way stand below them and are painted over in place. */
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
    active: (activities) => {
      tally.active(activities);
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

/** The sheets under way, with a clock for each, and the number of sheets in each state. */
export function footer(terminal: Terminal, tally: Tally, most: number): readonly Row[] {
  const active = tally.underWay();
  const shownNow = active.slice(0, Math.max(0, most));
  const rest = active.length - shownNow.length;
  const counts = tally.counts();
  return [
    ...shownNow.map((standing) => ({ text: `  ${activeWords(standing)}`, style: terminal.dim })),
    ...(rest === 0 ? [] : [{ text: `  … and ${plural(rest, "more sheet")} under way`, style: terminal.dim }]),
    ...(counts === undefined ? [] : [{ text: `  ${counts}` }]),
  ];
}

function activeWords(standing: Standing): string {
  const { sheet, phaseSince: since, attempt } = standing;
  const words = [
    shortName(sheet),
    stateWord(standing),
    ...(since === null ? [] : [duration(Date.now() - since)]),
    ...playerWords(standing),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...actionWords(standing),
  ];
  return words.join("  ");
}

/** Starts show below as long as they last; they need no line of their own. */
function isPassing({ type }: TuttiEvent): boolean {
  return (
    type === "sheet.started" || type === "sheet.prepared" || type === "sheet.playing" || type === "sheet.validating"
  );
}

/** Shows what happens while it happens: JSON lines for programs, a live view for people, plain lines for logs. */
export interface ProgressView {
  /** Makes this job, as it is now, the subject of the view. */
  begin(job: JobView): void;
  show(event: TuttiEvent): void;
  /** The last actions of running agents: seen where lines are painted over, and no news elsewhere. */
  active?(activities: readonly Activity[]): void;
  /** Something to say that no journal has. */
  notice(text: string): void;
  close(): void;
}

const statusEveryMs = 500;

/**
 * A job and all its sheets in one place, painted over as they change; where there are more than fit, what matters now
 * comes first.
 */
export function makeStatusView(terminal: Terminal): ProgressView {
  const tally = makeTally();
  const painter = makePainter(terminal);
  let job: JobView | undefined;
  const paint = (above?: string): void => {
    if (job === undefined) return;
    const header = [{ text: `${job.id}  ${tally.counts() ?? ""}`, style: terminal.bold }];
    painter.paint([...header, ...sheetRows(terminal, tally.all(), painter.room() - header.length)], above);
  };
  const timer = setInterval(paint, statusEveryMs);
  timer.unref();
  return {
    begin: (view) => {
      job = view;
      tally.begin(view);
      paint();
    },
    show: (event) => {
      tally.follow(event);
      paint();
    },
    active: (activities) => {
      tally.active(activities);
    },
    notice: (text) => {
      paint(`${noticeLine(terminal, text)}\n`);
    },
    close: () => {
      clearInterval(timer);
      painter.clear();
      tally.clear();
      job = undefined;
    },
  };
}

/** The states that a person wants to see first, where not everything has room. */
const ranks: readonly string[] = [
  "running",
  "landing",
  "captured",
  "failed",
  "cancelled",
  "interrupted",
  "waiting",
  "blocked",
];

function sheetRows(terminal: Terminal, all: readonly Standing[], room: number): readonly Row[] {
  const isWhole = all.length <= room;
  const rank = ({ state }: Standing): number => (ranks.includes(state) ? ranks.indexOf(state) : ranks.length);
  const chosen = isWhole ? all : all.toSorted((one, other) => rank(one) - rank(other)).slice(0, Math.max(0, room - 1));
  const width = Math.max(...chosen.map(({ sheet }) => shortName(sheet).length), 0);
  const rows = chosen.map((standing) => rowOf(terminal, standing, width));
  return isWhole ? rows : [...rows, { text: `  … and ${restWords(all, chosen)}`, style: terminal.dim }];
}

function restWords(all: readonly Standing[], chosen: readonly Standing[]): string {
  const rest = all.filter((standing) => !chosen.includes(standing));
  const names = [...new Set(rest.map(({ state }) => state))];
  return names.map((name) => `${rest.filter(({ state }) => state === name).length} ${name}`).join(", ");
}

function rowOf(terminal: Terminal, standing: Standing, width: number): Row {
  const { sheet, state, phaseSince: since, attempt, why, until } = standing;
  const isActive = ["running", "captured", "landing"].includes(state);
  const more = [
    ...(isActive && since !== null ? [duration(Date.now() - since)] : []),
    ...playerWords(standing),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(why === null || isActive ? [] : [until === null ? why : `${why} until ${clock(until)}`]),
    ...[knownCostWords(standing.cost)].filter((cost) => cost !== null),
    ...actionWords(standing),
  ];
  const word = state === "captured" ? state : stateWord(standing);
  return {
    text: `  ${shortName(sheet).padEnd(width)}  ${word.padEnd(11)}  ${more.join("  ")}`.trimEnd(),
    style: styleOf(terminal, state),
  };
}

function styleOf(terminal: Terminal, state: string): (text: string) => string {
  switch (state) {
    case "landed":
    case "done":
      return terminal.green;
    case "failed":
    case "cancelled":
      return terminal.red;
    case "waiting":
    case "skipped":
      return terminal.dim;
    default:
      return (text) => text;
  }
}
