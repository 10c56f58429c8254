import { noCounts } from "../counts.ts";
import { type SheetPolicy, attemptsOf } from "../decide/decision.ts";
import { restoredBrief, retriedBrief, toldBrief } from "../decide/brief.ts";
import type { Restored } from "../events/event.ts";
import type { Captured, SheetState, Waiting } from "../state.ts";

type Ended = SheetState & { readonly kind: "failed" | "cancelled" };

/**
 * A person asks for another try: all budgets are new, from the target as it is now or from a snapshot. Only the number
 * of attempts goes on, because contexts and refs are named by it, and what was spent, because it was.
 */
export function afterRetried(state: Ended, from: Restored | undefined): Waiting {
  const again: Waiting = {
    kind: "waiting",
    why: "retried",
    notBefore: null,
    continueFrom: null,
    continueBase: null,
    brief: retriedBrief(state),
    context: state.context === null ? null : { id: state.context, reuse: false },
    session: null,
    counts: { ...noCounts, attempts: state.counts.attempts, spent: state.counts.spent },
    ...folderOf(state),
  };
  return from === undefined ? again : goingOnFrom(again, from);
}

/** One more attempt, by the agent that it was with: a remedy must not begin all budgets anew. */
export function lastTry(policy: SheetPolicy, state: Ended): Waiting {
  const again = afterRetried(state, undefined);
  const { fallbacks, drawn } = state.counts;
  const agent = { fallbacks, ...(drawn === undefined ? {} : { drawn }) };
  const used = {
    failures: Math.max(0, attemptsOf(policy, agent) - 1),
    completions: policy.completions,
    conflicts: policy.conflicts,
  };
  return { ...again, counts: { ...again.counts, ...agent, ...used } };
}

/** The next attempt goes on from a snapshot that a person chose, not from where the last one ended. */
export function goingOnFrom(state: Waiting, from: Restored): Waiting {
  return {
    ...state,
    why: "retried",
    notBefore: null,
    continueFrom: from.commit,
    continueBase: from.base,
    brief: restoredBrief(),
    context: state.context === null ? null : { id: state.context.id, reuse: false },
  };
}

interface Told {
  readonly text: string;
  readonly from?: Restored | undefined;
}

/**
 * A person has something to add to what is done or under way: the same work goes on, in the same session where there is
 * one.
 */
export function afterTold(state: Waiting | Captured | Ended, { text, from }: Told): Waiting {
  const again = goingOnWith(state, from);
  return { ...again, why: "told", notBefore: null, brief: toldBrief(text, again.continueFrom !== null) };
}

function goingOnWith(state: Parameters<typeof afterTold>[0], from: Restored | undefined): Waiting {
  switch (state.kind) {
    case "waiting":
      return from === undefined ? state : goingOnFrom(state, from);
    case "captured": {
      const { capture, base, context, session, counts } = state;
      return waiting({
        continueFrom: from?.commit ?? capture,
        continueBase: from?.base ?? base,
        context: { id: context, reuse: true },
        session,
        counts,
      });
    }
    case "failed":
    case "cancelled": {
      const { context, session } = state;
      const counts = {
        ...noCounts,
        attempts: state.counts.attempts,
        spent: state.counts.spent,
        fallbacks: session === null ? 0 : session.agent,
      };
      const work =
        from === undefined
          ? { continueFrom: null, continueBase: null }
          : { continueFrom: from.commit, continueBase: from.base };
      return waiting({
        ...work,
        context: context === null ? null : { id: context, reuse: from !== undefined },
        session,
        counts,
        ...folderOf(state),
      });
    }
  }
}

/** The work in the user's own folder is still there. */
function folderOf({ folder }: Ended): Pick<Waiting, "folder"> {
  return folder === undefined ? {} : { folder };
}

function waiting(
  more: Pick<Waiting, "continueFrom" | "continueBase" | "context" | "session" | "counts" | "folder">,
): Waiting {
  return { kind: "waiting", why: "told", notBefore: null, brief: null, ...more };
}
