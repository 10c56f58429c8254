import { unreachable } from "../base/error.ts";
import { changedTo, ignored } from "./decision.ts";
import type { Decision, SheetPolicy } from "./decision.ts";
import { afterEnd } from "./ended.ts";
import type { Placed, SheetEvent } from "./event.ts";
import { afterInterruption } from "./interrupted.ts";
import { fromCaptured, fromLanding } from "./landing-events.ts";
import { afterRetried, goingOnFrom } from "./retried.ts";
import { fresh } from "./state.ts";
import type { Running, SheetState, Waiting } from "./state.ts";

/** The next state of a sheet, and what to do then. Total: whatever comes in whatever state, there is an answer. */
export function decide(policy: SheetPolicy, state: SheetState, event: SheetEvent): Decision {
  switch (state.kind) {
    case "waiting":
      return fromWaiting(state, event);
    case "running":
      return fromRunning(policy, state, event);
    case "captured":
      return fromCaptured(policy, state, event);
    case "landing":
      return fromLanding(state, event);
    case "failed":
    case "cancelled":
      return event.kind === "retried" ? changedTo(afterRetried(state, event.from)) : misfit(state, event);
    case "landed":
    case "done":
    case "skipped":
      return misfit(state, event);
    default:
      return unreachable(state);
  }
}

/** The state that a journal leads to. */
export function replay(policy: SheetPolicy, events: Iterable<SheetEvent>): SheetState {
  let state: SheetState = fresh;
  for (const event of events) state = decide(policy, state, event).state;
  return state;
}

function fromWaiting(state: Waiting, event: SheetEvent): Decision {
  switch (event.kind) {
    case "started": {
      const attempt = state.counts.attempts + 1;
      if (event.attempt !== attempt) return ignored(state, `attempt ${event.attempt} started, but the next is ${attempt}`);
      // Counted before its outcome is known: a sheet that brings the conductor down must not do so for ever.
      const counts = { ...state.counts, attempts: attempt };
      const { continueFrom, brief } = state;
      return changedTo({ kind: "running", attempt, context: event.context, base: event.base, lands: true, startedAt: event.at, counts, continueFrom, brief });
    }
    case "cancelled":
      return changedTo({
        kind: "cancelled",
        attempt: state.counts.attempts,
        context: state.context?.id ?? null,
        kept: event.capture ?? state.continueFrom,
        counts: state.counts,
      });
    case "skipped":
      return changedTo({ kind: "skipped", why: event.why, context: null });
    case "retried":
      return event.from === undefined ? misfit(state, event) : changedTo(goingOnFrom(state, event.from));
    case "inferred":
      // What is guessed from traces never overrules what was recorded.
      return isUntouched(state) ? changedTo(event.state) : misfit(state, event);
    default:
      return misfit(state, event);
  }
}

function isUntouched({ why, counts }: Waiting): boolean {
  return why === "fresh" && counts.attempts === 0;
}

function fromRunning(policy: SheetPolicy, state: Running, event: SheetEvent): Decision {
  switch (event.kind) {
    case "placed":
      return event.attempt === state.attempt ? changedTo(placed(state, event)) : otherAttempt(state, event.attempt);
    case "ended":
      return event.attempt === state.attempt ? changedTo(afterEnd(policy, state, event)) : otherAttempt(state, event.attempt);
    case "interrupted":
      return event.attempt === state.attempt ? changedTo(afterInterruption(state, event)) : otherAttempt(state, event.attempt);
    case "cancelled":
      return changedTo({ kind: "cancelled", attempt: state.attempt, context: state.context, kept: event.capture ?? state.continueFrom, counts: state.counts });
    case "skipped":
      return changedTo({ kind: "skipped", why: event.why, context: state.context });
    default:
      return misfit(state, event);
  }
}

/** What works in the user's own folder has nothing to land: it is there already. */
function placed(state: Running, event: Placed): Running {
  return { ...state, context: event.context, base: event.base, lands: event.level !== "none" };
}

function otherAttempt(state: Running, attempt: number): Decision {
  return ignored(state, `this is about attempt ${attempt}, but attempt ${state.attempt} is running`);
}

function misfit(state: SheetState, event: SheetEvent): Decision {
  return ignored(state, `"${event.kind}" means nothing to a sheet that is ${state.kind}`);
}
