import type { EpochMs } from "../../base/ids.ts";
import { retryDelayMs } from "./backoff.ts";
import type { AgentEnd } from "../events/event.ts";
import type { FailureReason, SheetState } from "../state.ts";
import { type EndedAttempt, failed } from "./ended-attempt.ts";

/** Whether an attempt ended by a fault of Tutti or the machine, before its agent could do anything. */
export function isFault({ kind }: AgentEnd): boolean {
  return kind === "no-context";
}

/** With the usual waits, about a minute passes before the sheet fails. */
const mostFaults = 6;

/**
 * Tutti or the machine failed, not the agent. The sheet stays where it was and tries again after a wait that grows;
 * this costs none of the attempts that its score allows. A fault that does not pass fails the sheet with its reason.
 */
export function afterFault(ending: EndedAttempt, reason: FailureReason): SheetState {
  const { policy, running, ended } = ending;
  const faults = running.counts.faults + 1;
  const counts = { ...running.counts, faults };
  if (faults > mostFaults) return failed(ending, reason, counts);
  const { continueFrom, base, brief, context, session } = running;
  return {
    kind: "waiting",
    why: "fault",
    notBefore: (ended.at + retryDelayMs(policy, faults, ended.chance)) as EpochMs,
    continueFrom,
    continueBase: continueFrom === null ? null : base,
    brief,
    context: { id: context, reuse: continueFrom !== null },
    session,
    counts,
    ...(running.best === undefined ? {} : { best: running.best }),
  };
}
