import { unreachable } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { alsoTold, interruptedBrief } from "./brief.ts";
import { afterCollided, carriedBrief } from "../collisions/collisions.ts";
import { type Decision, type SheetPolicy, changedTo, ignored, landsAtOnce } from "./decision.ts";
import { afterEnd, meetsItsDefinition, usedBy } from "../ending/ended.ts";
import type { Interrupted, Judged, Placed, Playing, SheetEvent, Visited } from "../events/event.ts";
import { outdoneFrom } from "../contest/outdone.ts";
import { folderAfter, withFolder } from "./folder-work.ts";
import { fromCaptured, fromLanding } from "../events/landing-events.ts";
import { fromProposed } from "../events/pull-events.ts";
import { afterRetried, lastTry, afterTold, goingOnFrom } from "../ending/retried.ts";
import { type Running, type Session, type SheetState, type Waiting, fresh } from "../state.ts";
import { unlandedOf, withUnlanded } from "../ending/unlanded/unlanded.ts";
import { spentWith } from "../cost/usage.ts";

/** The next state of a sheet, and what to do then. Total: there is an answer to every event in every state. */
export function decide(policy: SheetPolicy, state: SheetState, event: SheetEvent): Decision {
  return withUnlanded(state, decided(policy, state, event));
}

function decided(policy: SheetPolicy, state: SheetState, event: SheetEvent): Decision {
  if (event.kind === "visited") return afterVisit(state, event);
  switch (state.kind) {
    case "waiting":
      return fromWaiting(policy, state, event);
    case "running":
      return fromRunning(policy, state, event);
    case "captured":
      // A person may first work on a result that waits for that person's word.
      return event.kind === "judged" && !state.isApproved
        ? judged(policy, state, event)
        : fromCaptured(policy, state, event);
    case "landing":
      return fromLanding(state, event);
    case "proposed":
      return fromProposed(policy, state, event);
    case "failed":
    case "cancelled":
      return fromEnded(policy, state, event);
    case "landed":
    case "done":
    case "skipped":
      return misfit(state, event);
    default:
      return unreachable(state);
  }
}

/** A visit costs, and changes nothing else. An agent that counts its whole session is known to have counted this. */
function afterVisit(state: SheetState, { usage }: Visited): Decision {
  if (state.kind === "skipped") return ignored(state, "nothing was run for it");
  const counts = { ...state.counts, spent: spentWith(state.counts.spent, usage) };
  const session = "session" in state ? { session: usedBy(state.session, usage) } : {};
  return changedTo({ ...state, counts, ...session });
}

/** The state that a journal leads to. */
export function replay(policy: SheetPolicy, events: Iterable<SheetEvent>): SheetState {
  let state: SheetState = fresh;
  for (const event of events) state = decide(policy, state, event).state;
  return state;
}

function fromWaiting(policy: SheetPolicy, state: Waiting, event: SheetEvent): Decision {
  switch (event.kind) {
    case "started": {
      const attempt = state.counts.attempts + 1;
      if (event.attempt !== attempt)
        return ignored(state, `attempt ${event.attempt} started, but the next is ${attempt}`);
      // Counted before its outcome is known: a sheet that brings the conductor down must not do so for ever.
      const counts = {
        ...state.counts,
        attempts: attempt,
        fallbacks: event.agent ?? state.counts.fallbacks,
        ...(event.drawn === undefined ? {} : { drawn: event.drawn }),
      };
      const { best, folder } = state;
      const { continueFrom, brief } = carriedInto(state, event);
      const kept = { ...(best === undefined ? {} : { best }), ...(folder === undefined ? {} : { folder }) };
      // A session is with one agent; another knows nothing of it.
      const session = state.session?.agent === counts.fallbacks ? state.session : null;
      const { context, base, at: startedAt } = event;
      const { instead = counts.fallbacks > state.counts.fallbacks ? state : undefined } = state;
      const running: Running = {
        kind: "running",
        attempt,
        context,
        base,
        lands: true,
        startedAt,
        counts,
        continueFrom,
        brief,
        session,
        isAlive: false,
        ...kept,
      };
      return changedTo(instead === undefined ? running : { ...running, instead });
    }
    case "cancelled":
      return changedTo(cancelledWhileWaiting(state, event.capture));
    case "skipped":
      return state.unlanded === undefined
        ? changedTo({ kind: "skipped", why: event.why, context: null })
        : ignored(state, "an earlier result has not landed");
    case "retried":
      return event.from === undefined ? misfit(state, event) : changedTo(goingOnFrom(state, event.from));
    case "told":
      return changedTo(afterTold(state, event));
    case "judged":
      return judged(policy, state, event);
    case "inferred":
      // A guess from traces never overrules a record.
      return isUntouched(state) ? changedTo(approvedBy(policy, event.state)) : misfit(state, event);
    default:
      return misfit(state, event);
  }
}

/** Work that was merged with what landed since is continued from the merge. */
function carriedInto(
  { continueFrom, brief }: Waiting,
  { carried }: SheetEvent & { readonly kind: "started" },
): Pick<Waiting, "continueFrom" | "brief"> {
  return carried === undefined
    ? { continueFrom, brief }
    : { continueFrom: carried.commit, brief: carriedBrief(brief, carried) };
}

function fromEnded(
  policy: SheetPolicy,
  state: SheetState & { readonly kind: "failed" | "cancelled" },
  event: SheetEvent,
): Decision {
  switch (event.kind) {
    case "retried":
      return changedTo(event.once === true ? lastTry(policy, state) : afterRetried(state, event.from));
    case "told":
      return changedTo(afterTold(state, event));
    case "judged":
      return judged(policy, state, event);
    case "outdone":
      return changedTo(outdoneFrom(state, event, state.kept));
    default:
      return misfit(state, event);
  }
}

/** A result that an earlier attempt, or a person in its context, left: it counts when its validations say so. */
function judged(
  policy: SheetPolicy,
  state: Waiting | (SheetState & { readonly kind: "failed" | "cancelled" | "captured" }),
  event: Judged,
): Decision {
  const context = state.kind === "waiting" ? (state.context?.id ?? null) : state.context;
  if (context === null) return ignored(state, "no attempt was made that could have left a result");
  if (!meetsItsDefinition({ end: { kind: "exited", code: 0 }, verdict: event.verdict, trouble: null }))
    return ignored(state, "its validations do not pass");
  const { counts, session } = state;
  const over = { attempt: counts.attempts, context, session, counts };
  if (!event.changed && state.kind !== "captured" && unlandedOf(state) !== undefined)
    return ignored(state, "it changes nothing, and an earlier result has not landed");
  if (!event.changed) return changedTo({ ...over, kind: "done", inPlace: false });
  const { capture, base, verdict } = event;
  return changedTo({ ...over, kind: "captured", base, capture, verdict, isApproved: landsAtOnce(policy) });
}

function approvedBy(policy: SheetPolicy, state: SheetState): SheetState {
  return state.kind === "captured" && state.held === undefined ? { ...state, isApproved: landsAtOnce(policy) } : state;
}

function isUntouched({ why, counts }: Waiting): boolean {
  return why === "fresh" && counts.attempts === 0;
}

function fromRunning(policy: SheetPolicy, state: Running, event: SheetEvent): Decision {
  switch (event.kind) {
    case "placed":
      return event.attempt === state.attempt ? changedTo(placed(state, event)) : otherAttempt(state, event.attempt);
    case "playing":
      return event.attempt === state.attempt ? changedTo(alive(state, event)) : otherAttempt(state, event.attempt);
    case "prepared":
    case "validating":
      return event.attempt === state.attempt
        ? changedTo({ ...state, phase: { kind: event.kind === "prepared" ? "playing" : event.kind, since: event.at } })
        : otherAttempt(state, event.attempt);
    case "ended":
      return event.attempt === state.attempt
        ? changedTo(afterEnd(policy, state, event))
        : otherAttempt(state, event.attempt);
    case "interrupted":
      return event.attempt === state.attempt
        ? changedTo(afterInterruption(state, event))
        : otherAttempt(state, event.attempt);
    case "collided":
      return changedTo(afterCollided(state, event));
    case "told":
      // Its agent may hear it at once; should the attempt be cut off, the next one is told.
      return changedTo({ ...state, brief: alsoTold(state.brief, event.text) });
    case "cancelled":
      return changedTo(cancelledWhileRunning(state, event.capture));
    case "skipped":
      if (state.unlanded === undefined) return changedTo({ kind: "skipped", why: event.why, context: state.context });
      return changedTo(failedUnlanded(state, state.unlanded));
    default:
      return misfit(state, event);
  }
}

function cancelledWhileWaiting(
  { context, session, counts, continueFrom, folder }: Waiting,
  capture: CommitSha | null,
): SheetState {
  const over = { attempt: counts.attempts, context: context?.id ?? null, session, counts };
  return withFolder({ ...over, kind: "cancelled", kept: capture ?? continueFrom }, folder);
}

/** There is nothing left to do for it, says its score; but what it did before is not in the target. */
function failedUnlanded({ attempt, context, session, counts }: Running, result: CommitSha): SheetState {
  return { kind: "failed", attempt, context, session, counts, reason: { kind: "unlanded", result }, kept: result };
}

function cancelledWhileRunning(state: Running, capture: CommitSha | null): SheetState {
  const { attempt, context, session, counts, continueFrom } = state;
  const cancelled: SheetState = { kind: "cancelled", attempt, context, session, kept: capture ?? continueFrom, counts };
  return withFolder(cancelled, folderAfter(state, { capture, verdict: null }));
}

function alive(state: Running, { session }: Playing): Running {
  return { ...state, isAlive: true, session: sessionAfter(state, session) };
}

/** An agent that goes on in a session may give it a new name. */
function sessionAfter({ session, counts }: Running, id: string | null): Session | null {
  return id === null ? session : { id, agent: counts.fallbacks, used: session?.used ?? null };
}

/** A sheet that works in the user's own folder has nothing to land: it is there already. */
function placed(state: Running, { at, context, base, level, isUnready }: Placed): Running {
  const next = { ...state, context, base, lands: level !== "none" };
  return isUnready === true ? next : { ...next, phase: { kind: "playing", since: at } };
}

function otherAttempt(state: Running, attempt: number): Decision {
  return ignored(state, `this is about attempt ${attempt}, but attempt ${state.attempt} is running`);
}

function misfit(state: SheetState, event: SheetEvent): Decision {
  return ignored(state, `"${event.kind}" means nothing to a sheet that is ${state.kind}`);
}

/** Far above what restarts and power cuts do in the life of a job; reached only by a sheet that kills its conductor. */
const maxInterruptions = 25;

/** The conductor ended under an attempt: its sheet goes on from what was done by then, but not without end. */
function afterInterruption(running: Running, event: Interrupted): SheetState {
  return withFolder(goingOn(running, event), folderAfter(running, { capture: event.capture, verdict: null }));
}

function goingOn(running: Running, event: Interrupted): SheetState {
  const { attempt, context } = running;
  const session = usedBy(running.session, event.usage);
  const spent = event.usage === undefined ? running.counts.spent : spentWith(running.counts.spent, event.usage);
  const counts = { ...running.counts, spent, interruptions: running.counts.interruptions + (event.asked ? 0 : 1) };
  const continueFrom = event.capture ?? running.continueFrom;
  if (counts.interruptions > maxInterruptions) {
    return { kind: "failed", attempt, context, session, reason: { kind: "interruptions" }, kept: continueFrom, counts };
  }
  return {
    kind: "waiting",
    why: "interrupted",
    notBefore: null,
    continueFrom,
    continueBase: continueFrom === null ? null : running.base,
    brief: event.capture === null ? running.brief : interruptedBrief(running.brief),
    context: { id: context, reuse: event.capture !== null },
    session,
    counts,
    ...(running.best === undefined ? {} : { best: running.best }),
    ...(running.instead === undefined ? {} : { instead: running.instead }),
    ...(running.behind === undefined ? {} : { behind: running.behind }),
  };
}
