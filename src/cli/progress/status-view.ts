import { knownCostWords } from "../../api/contract/cost.ts";
import type { JobView } from "../../api/contract/job.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { clock, seconds, shortName } from "../terminal/prose.ts";
import { type Row, makePainter } from "./painter.ts";
import { noticeLine } from "./progress-line.ts";
import { type Standing, makeTally, playerWords, stateWord } from "./tally.ts";
import type { ProgressView } from "./view.ts";

const paintEveryMs = 500;

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
  const timer = setInterval(paint, paintEveryMs);
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

/** What a person wants to see first, where not everything has room. */
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
  return names.map((name) => `${String(rest.filter(({ state }) => state === name).length)} ${name}`).join(", ");
}

function rowOf(terminal: Terminal, standing: Standing, width: number): Row {
  const { sheet, state, since, attempt, why, until } = standing;
  const isActive = ["running", "captured", "landing"].includes(state);
  const more = [
    ...(isActive && since !== null ? [seconds(Date.now() - since)] : []),
    ...playerWords(standing),
    ...(attempt > 1 ? [`attempt ${String(attempt)}`] : []),
    ...(why === null || isActive ? [] : [until === null ? why : `${why} until ${clock(until)}`]),
    ...[knownCostWords(standing.cost)].filter((cost) => cost !== null),
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
