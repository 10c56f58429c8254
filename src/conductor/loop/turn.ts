import type { EpochMs, SheetId } from "../../base/ids.ts";
import type { Next } from "../../schedule/agenda.ts";
import { type Casting, type Stopped, castSheets } from "../agents/casting.ts";
import type { Drawn } from "../../sheet/events/drawn.ts";
import { nothingKnown, type Recall } from "../hands.ts";
import type { Course } from "./course.ts";

/**
 * The sheets that may start at one moment, by the agenda, by the state of the agents, and by the money that is left.
 */
export interface Turn extends Next {
  readonly agentFor: (sheet: SheetId) => number;
  readonly drawnFor: (sheet: SheetId) => Drawn | undefined;
  /** An agent that a person has to see to, where sheets wait for it. */
  readonly stopped: Stopped | null;
  /** Sheets could start, and there is no money for them. */
  readonly isShortOfMoney: boolean;
}

export function turnOf(course: Course, limit: number, { figures, notes }: Recall = nothingKnown): Turn {
  const { now, book, hands, unwanted, purse } = course;
  const moment = now();
  const agenda = book.agenda();
  const { perJobUsd } = book.job().plan.cost;
  const costLeftUsd = perJobUsd === null ? null : Math.max(0, perJobUsd - purse.spentUsd());
  const casting = castSheets(hands.throttles, book, { now: moment, costLeftUsd, figures, notes });
  const affordable = Math.min(limit, agenda.running + purse.room());
  const next = agenda.next({
    now: moment,
    limit: affordable,
    accepts: (sheet) => !unwanted.has(sheet) && casting.accepts(sheet),
  });
  return {
    start: next.start,
    wakeAt: earlier(next.wakeAt, casting.wakeAt),
    agentFor: (sheet) => casting.agentFor(sheet),
    drawnFor: (sheet) => casting.drawnFor(sheet),
    stopped: casting.stopped,
    isShortOfMoney: next.start.length === 0 && affordable < limit && isAnyReady(course),
  };
}

function isAnyReady({ now, book }: Course): boolean {
  return book.agenda().next({ now: now(), limit: book.agenda().running + 1 }).start.length > 0;
}

function earlier(one: Casting["wakeAt"], other: EpochMs | null): EpochMs | null {
  return one === null || other === null ? (one ?? other) : (Math.min(one, other) as EpochMs);
}
