import { type Rest, pausedBy } from "../../sheet/rest/rest.ts";
import { describeTrouble, troubles } from "../../sheet/trouble/trouble.ts";
import type { Stopped } from "../agents/casting.ts";
import { candidatesOf } from "./offer/candidates.ts";
import type { Course } from "./course.ts";
import type { Turn } from "./turn.ts";

/** Why a job comes to rest, with nothing under way; `undefined` when it only waits for something that will come. */
export function restOf(course: Course, turn: Turn): Rest | undefined {
  const { book, halt, now, patienceMs } = course;
  const { status } = book.job();
  if (status.kind === "cancelling") return { kind: "cancelled" };
  if (!isAnythingLeft(course)) return { kind: "finished", failed: book.agenda().notGood };
  if (status.kind === "pausing") return pausedBy({ kind: "user" });
  if (halt.signal.reason === "cost" || (turn.isShortOfMoney && !halt.signal.aborted)) return overspent(course);
  if (halt.signal.aborted) return pausedBy({ kind: "stop" });
  const problems = turn.start.length > 0 ? course.trial.problems() : [];
  if (problems.length > 0) return pausedBy({ kind: "unready", problems });
  if (turn.start.length > 0) return undefined;
  if (turn.wakeAt !== null)
    return turn.wakeAt - now() > patienceMs ? pausedBy({ kind: "parked", until: turn.wakeAt }) : undefined;
  if (turn.stopped !== null) return unusable(turn.stopped);
  const { isReady } = leftOf(course);
  // All that could be played has been played: the rest can only land, and may not.
  if (!isReady && course.stalled !== null) throw course.stalled.error;
  return isReady ? undefined : waitingFor(course);
}

/** Nothing can be played: a person has to say something first. */
function waitingFor({ book, hands }: Course): Rest | undefined {
  const agenda = book.agenda();
  const paused = candidatesOf(book).length > 0 ? hands.pausedQueue(book.job()) : null;
  if (paused !== null) return pausedBy({ kind: "queue", target: paused });
  const waiting = agenda.count("captured");
  if (waiting > 0) return pausedBy({ kind: "approval", sheets: waiting });
  const open = agenda.count("proposed");
  return open > 0 ? pausedBy({ kind: "pulls", open }) : undefined;
}

function overspent({ purse, book }: Course): Rest {
  return pausedBy({ kind: "cost", spentUsd: purse.spentUsd(), limitUsd: book.job().plan.cost.perJobUsd ?? 0 });
}

function unusable({ agent, shut }: Stopped): Rest {
  const { code } = shut;
  return pausedBy({ kind: "agent", agent, code, hint: troubles[code].hint }, describeTrouble(shut));
}

/** Whether a resume would find something to do. */
function isAnythingLeft(course: Course): boolean {
  const { isReady, isWaiting } = leftOf(course);
  // A result that waits for a person's word is captured, and no candidate yet.
  const agenda = course.book.agenda();
  return (
    isReady ||
    isWaiting ||
    candidatesOf(course.book).length > 0 ||
    agenda.count("captured") > 0 ||
    agenda.count("proposed") > 0
  );
}

/** Without regard to agents and money. */
function leftOf({ book, now }: Course): { readonly isReady: boolean; readonly isWaiting: boolean } {
  const { start, wakeAt } = book.agenda().next({ now: now(), limit: book.job().parallel });
  return { isReady: start.length > 0, isWaiting: wakeAt !== null };
}
