import { candidatesOf } from "./candidates.ts";
import type { Course, Rest } from "./course.ts";
import type { Turn } from "./turn.ts";

/** Why a job comes to rest, with nothing under way; `undefined` when it only waits for something that will come. */
export function restOf(course: Course, turn: Turn): Rest | undefined {
  const { book, halt, now, patienceMs } = course;
  const { status } = book.job();
  if (status.kind === "cancelling") return { kind: "cancelled" };
  if (!isAnythingLeft(course)) return { kind: "finished", failed: book.agenda().notGood };
  if (status.kind === "pausing") return { kind: "paused" };
  if (halt.signal.reason === "cost" || (turn.isShortOfMoney && !halt.signal.aborted)) return overspent(course);
  if (halt.signal.aborted) return { kind: "stopped" };
  if (turn.start.length > 0) return undefined;
  if (turn.wakeAt !== null) return turn.wakeAt - now() > patienceMs ? { kind: "parked", until: turn.wakeAt } : undefined;
  if (turn.stopped !== null) return { kind: "agent", stopped: turn.stopped };
  const { isReady } = leftOf(course);
  const waiting = book.agenda().count("captured");
  return !isReady && waiting > 0 ? { kind: "approval", sheets: waiting } : undefined;
}

function overspent({ purse, book }: Course): Rest {
  return { kind: "cost", spentUsd: purse.spentUsd(), limitUsd: book.job().plan.cost.perJobUsd ?? 0 };
}

/** Whether a resume would find something to do. */
function isAnythingLeft(course: Course): boolean {
  const { isReady, isWaiting } = leftOf(course);
  // What waits for a person's word is captured, and no candidate yet.
  return isReady || isWaiting || candidatesOf(course.book).length > 0 || course.book.agenda().count("captured") > 0;
}

/** Whatever agents and money say. */
function leftOf({ book, now }: Course): { readonly isReady: boolean; readonly isWaiting: boolean } {
  const { start, wakeAt } = book.agenda().next({ now: now(), limit: book.job().parallel });
  return { isReady: start.length > 0, isWaiting: wakeAt !== null };
}
