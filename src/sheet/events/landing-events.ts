import type { Counts } from "../counts.ts";
import type { EpochMs } from "../../base/ids.ts";
import { retryDelayMs } from "../ending/backoff.ts";
import { conflictBrief, rejectedBrief } from "../decide/brief.ts";
import { changedTo, ignored } from "../decide/decision.ts";
import type { Decision, SheetPolicy } from "../decide/decision.ts";
import { droppedBy } from "../ending/dropped.ts";
import type { SheetEvent } from "./event.ts";
import type { Captured, Landing, SheetState, Waiting } from "../state.ts";
import { outdoneFrom } from "../contest/outdone.ts";
import { spentWith } from "../cost/usage.ts";
import { proposedFrom } from "./pull-events.ts";
import { afterTold } from "../ending/retried.ts";
import { reasonsOf } from "../verdict.ts";

export function fromCaptured(policy: SheetPolicy, state: Captured, event: SheetEvent): Decision {
  switch (event.kind) {
    case "landing": {
      const { commit, parent, target, level } = event;
      return changedTo({ ...state, kind: "landing", commit, parent, target, level });
    }
    case "conflicted":
      return changedTo(afterConflict(policy, state, event));
    case "absorbed":
      return changedTo({ ...overAfter(state), kind: "done", inPlace: false });
    case "rejected":
      return changedTo(afterRejection(policy, state, event));
    case "cancelled":
      return changedTo({
        ...overAfter(state),
        kind: "cancelled",
        kept: event.capture ?? state.capture,
        ...droppedBy(event),
      });
    case "approved":
      return changedTo({ ...withoutHold(state), isApproved: true, isReviewed: true });
    case "chosen":
      return changedTo({
        ...state,
        isChosen: true,
        // A held result is held for a person, also where it was chosen.
        isApproved: state.held === undefined && !policy.needsApproval,
        counts:
          event.usage === undefined
            ? state.counts
            : { ...state.counts, spent: spentWith(state.counts.spent, event.usage) },
      });
    case "outdone":
      return changedTo(outdoneFrom(state, event, state.capture));
    case "held":
      return changedTo({ ...withoutReview(state), isApproved: false, held: event.why });
    case "told":
      return changedTo(afterTold(state, event));
    case "proposing":
      // The intent is the row itself: opening or updating the pull request again does no harm.
      return changedTo(state);
    case "proposed":
      return changedTo(proposedFrom(state, event));
    case "landed":
      return ignored(state, "a landing counts only after the intent to land");
    default:
      return ignored(state, `"${event.kind}" means nothing to a sheet that is captured`);
  }
}

export function fromLanding(state: Landing, event: SheetEvent): Decision {
  switch (event.kind) {
    case "landed": {
      const { commit, level } = state;
      if (event.commit !== commit) return ignored(state, `${event.commit} landed, but ${commit} was meant to`);
      return changedTo({ ...overAfter(state), kind: "landed", commit, level });
    }
    case "withdrawn": {
      const { attempt, context, base, capture, verdict, counts, session } = state;
      const seen = state.isReviewed === undefined ? {} : { isReviewed: state.isReviewed };
      // It was on its way to land, so it may.
      return changedTo({
        kind: "captured",
        attempt,
        context,
        base,
        capture,
        verdict,
        counts,
        session,
        isApproved: true,
        ...seen,
      });
    }
    case "cancelled":
    case "conflicted":
    case "rejected":
      // Whether it landed is for git to say; until then no other outcome may be claimed.
      return ignored(state, "the landing under way has to be settled first");
    default:
      return ignored(state, `"${event.kind}" means nothing to a sheet that is landing`);
  }
}

function withoutHold({ held: _, ...rest }: Captured): Captured {
  return rest;
}

function withoutReview({ isReviewed: _, ...rest }: Captured): Captured {
  return rest;
}

function afterConflict(
  policy: SheetPolicy,
  state: Captured,
  event: SheetEvent & { readonly kind: "conflicted" },
): SheetState {
  const counts = { ...state.counts, conflicts: state.counts.conflicts + 1 };
  if (counts.conflicts > policy.conflicts) {
    return {
      ...overAfter(state),
      kind: "failed",
      reason: { kind: "conflict", paths: event.paths },
      kept: state.capture,
      counts,
    };
  }
  const brief = conflictBrief(event, state.capture);
  return {
    kind: "waiting",
    why: "conflict",
    notBefore: null,
    ...anew(state),
    ...(event.handover === undefined ? {} : { continueFrom: event.handover.commit, continueBase: event.handover.base }),
    brief,
    counts: fromTheFirst(policy, counts),
  };
}

/**
 * An agent that is asked only once was asked about other files: where such an agent goes first, a new beginning starts
 * with it again.
 */
function fromTheFirst(policy: SheetPolicy, counts: Counts): Counts {
  return policy.once[0] === true ? { ...counts, fallbacks: 0, failures: 0 } : counts;
}

function afterRejection(
  policy: SheetPolicy,
  state: Captured,
  event: SheetEvent & { readonly kind: "rejected" },
): SheetState {
  const isFromTheFirst = policy.once[0] === true;
  // The budget of an agent begins anew with it, so it is no bound there.
  const counts = isFromTheFirst
    ? { ...state.counts, conflicts: state.counts.conflicts + 1 }
    : { ...state.counts, failures: state.counts.failures + 1 };
  if (isFromTheFirst ? counts.conflicts > policy.conflicts : counts.failures >= policy.attempts) {
    const failed = reasonsOf(event.verdict);
    return {
      ...overAfter(state),
      kind: "failed",
      reason: { kind: "rejected-on-merge", failed },
      kept: state.capture,
      counts,
    };
  }
  const notBefore = (event.at + retryDelayMs(policy, Math.max(1, counts.failures), event.chance)) as EpochMs;
  return {
    kind: "waiting",
    why: "rejected",
    notBefore,
    ...anew(state),
    brief: rejectedBrief(event, state),
    counts: fromTheFirst(policy, counts),
  };
}

/** The next attempt begins on the target as it is by then, in a context of its own. */
function anew(state: Captured): Pick<Waiting, "continueFrom" | "continueBase" | "context" | "session"> {
  return { continueFrom: null, continueBase: null, context: { id: state.context, reuse: false }, session: null };
}

function overAfter({
  attempt,
  context,
  session,
  counts,
}: Captured | Landing): Pick<Captured, "attempt" | "context" | "session" | "counts"> {
  return { attempt, context, session, counts };
}
