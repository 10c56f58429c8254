import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import { clip, duration, plural, visible } from "../../base/text.ts";
import type { FixRecord } from "../../fix/model.ts";
import type { SheetReport } from "../../fix/report/shape.ts";
import { isAllGood, signOf, whyOf } from "../../fix/report/summary.ts";
import { agentWords } from "../../fix/report/text.ts";
import { makePainter } from "../progress/painter.ts";
import { noticeLine, progressLine } from "../progress/progress-line.ts";
import { footer, type ProgressView } from "../progress/progress-view.ts";
import { makeTally } from "../progress/tally.ts";
import { shortName } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { makeHearing } from "./live-report.ts";

/**
 * Shows a job of `tutti fix` while it plays: a line for each sheet that came to its end and, on a terminal, below them
 * how far the whole is. `cast`: whom the project asks, one after the other, after the tools themselves.
 */
export function makeFixView(terminal: Terminal, record: FixRecord, cast: readonly string[]): ProgressView {
  const hearing = makeHearing(record, cast);
  const tally = makeTally();
  const painter = terminal.isLive ? makePainter(terminal) : undefined;
  const ended = new Map<string, SheetReport>();
  let job: JobView | undefined;
  const say = (line?: string): void => {
    if (painter !== undefined)
      painter.paint(
        [...footer(terminal, tally, Math.min(mostShown, painter.room() - 3)), { text: statusWords(record, ended) }],
        line === undefined ? "" : `${line}\n`,
      );
    else if (line !== undefined) terminal.err(line);
  };
  const timer = painter === undefined ? undefined : setInterval(() => say(), paintEveryMs);
  timer?.unref();
  return {
    begin: (view) => {
      job = view;
      tally.begin(view);
      say();
    },
    show: (event) => {
      tally.follow(event);
      const sheet = hearing.hear(event);
      if (sheet !== undefined) ended.set(sheet.id, sheet);
      say(sheet === undefined ? otherLine(terminal, event, job) : sheetLine(terminal, sheet));
    },
    notice: (text) => {
      say(noticeLine(terminal, text));
    },
    active: (activities) => {
      tally.active(activities);
    },
    close: () => {
      clearInterval(timer);
      painter?.clear();
      tally.clear();
    },
  };
}

/** The line of one sheet. */
function sheetLine(terminal: Terminal, sheet: SheetReport): string {
  const { name, asked, fixed, unknown, gone, introduced, agents, tookMs, attempts } = sheet;
  const sign = signOf(sheet);
  const style = sign === "✓" ? terminal.green : sign === "~" ? terminal.yellow : terminal.red;
  const why = isAllGood(sheet) ? "" : clip(whyOf(sheet), widestWhy);
  const words = [
    `${style(sign)} ${shortName(name)}`,
    unknown > 0 ? `${asked} asked, not measured` : `${fixed} of ${asked} fixed`,
    ...(gone > 0 ? [`${gone} gone already`] : []),
    ...(introduced > 0 ? [`${introduced} introduced`] : []),
    ...(agents.length === 0 ? [] : [clip(visible(agentWords(agents).join(", ")), widestAgents)]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(tookMs === null || attempts === 0 ? [] : [duration(tookMs)]),
    ...(why === "" ? [] : [why]),
  ];
  return words.join("  ");
}

const paintEveryMs = 200;
const mostShown = 8;
const widestWhy = 160;
const widestAgents = 40;

/** Of other events, only those that a person may have to act on or wait for. */
function otherLine(terminal: Terminal, event: TuttiEvent, job: JobView | undefined): string | undefined {
  const { recorded, why, state } = event;
  if (recorded.about !== "sheet") return progressLine(terminal, event, job);
  const { kind } = recorded.event;
  const isParked = state === "waiting" && (why === "rate-limit" || why === "quota" || why === "agent");
  return isParked || kind === "placed" || kind === "held" || kind === "proposed"
    ? progressLine(terminal, event, job)
    : undefined;
}

function statusWords(record: FixRecord, ended: ReadonlyMap<string, SheetReport>): string {
  const asked = record.sheets.flatMap((sheet) => sheet.asked).reduce((sum, { count }) => sum + count, 0);
  const fixed = [...ended.values()].reduce((sum, sheet) => sum + sheet.fixed, 0);
  return `  ${fixed} of ${plural(asked, "finding")} fixed`;
}
