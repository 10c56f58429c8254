import { returnedBrief } from "../decide/brief.ts";
import { changedTo, ignored } from "../decide/decision.ts";
import type { Decision, SheetPolicy } from "../decide/decision.ts";
import { droppedBy } from "../ending/dropped.ts";
import type { SheetEvent } from "./event.ts";
import { afterTold } from "../ending/retried.ts";
import type { Captured, LandingLevel, Proposed, SheetState } from "../state.ts";
import { isPartial } from "../verdict.ts";

/** The number of returns of a pull request is bounded: agents and reviewers could go on for ever. */
export const mostReturns = 8;

export function proposedFrom(state: Captured, { pull, commit }: SheetEvent & { readonly kind: "proposed" }): Proposed {
  const { attempt, context, base, capture, verdict, session, counts } = state;
  return { kind: "proposed", attempt, context, base, capture, verdict, session, counts, pull, commit, heard: null };
}

export function fromProposed(policy: SheetPolicy, state: Proposed, event: SheetEvent): Decision {
  switch (event.kind) {
    case "heard":
      return changedTo({ ...state, heard: event.cursor });
    case "returned":
      return changedTo(afterReturn(state, event));
    case "merged":
      return changedTo({
        ...overAfter(state),
        kind: "landed",
        commit: event.commit,
        level: levelOf(state),
        pull: state.pull,
      });
    case "closed":
      return changedTo({
        ...overAfter(state),
        kind: "failed",
        reason: { kind: "pull-request", detail: `${state.pull.url} was closed` },
        kept: state.capture,
      });
    case "cancelled":
      return changedTo({
        ...overAfter(state),
        kind: "cancelled",
        kept: event.capture ?? state.capture,
        ...droppedBy(event),
      });
    case "told":
      return changedTo(afterTold(asCaptured(policy, state), event));
    default:
      return ignored(state, `"${event.kind}" means nothing to a sheet whose pull request is open`);
  }
}

/** The same work goes on, in the same session where there is one, and its pull request gets what comes of it. */
function afterReturn(state: Proposed, event: SheetEvent & { readonly kind: "returned" }): SheetState {
  const counts = { ...state.counts, returns: state.counts.returns + 1 };
  if (counts.returns > mostReturns) {
    const detail = `${state.pull.url} sent it back ${String(counts.returns)} times`;
    return {
      ...overAfter(state),
      kind: "failed",
      reason: { kind: "pull-request", detail },
      kept: state.capture,
      counts,
    };
  }
  return {
    kind: "waiting",
    why: "returned",
    notBefore: null,
    // Work that conflicts has to be done on top of the target as it is by then.
    continueFrom: event.why === "conflict" ? null : state.capture,
    continueBase: event.why === "conflict" ? null : state.base,
    brief: returnedBrief(event, state),
    context: { id: state.context, reuse: event.why !== "conflict" },
    session: event.why === "conflict" ? null : state.session,
    counts,
  };
}

function levelOf({ verdict }: Proposed): LandingLevel {
  if (isPartial(verdict)) return "partial";
  return verdict.kind === "unvalidated" ? "unvalidated" : "merged-not-revalidated";
}

function asCaptured({ needsApproval }: SheetPolicy, state: Proposed): Captured {
  const { attempt, context, base, capture, verdict, session, counts } = state;
  return { kind: "captured", attempt, context, base, capture, verdict, session, counts, isApproved: !needsApproval };
}

function overAfter({
  attempt,
  context,
  session,
  counts,
}: Proposed): Pick<Proposed, "attempt" | "context" | "session" | "counts"> {
  return { attempt, context, session, counts };
}
