import type { CommitSha } from "../../base/ids.ts";
import type { SheetPolicy } from "../decide/decision.ts";
import { describeEndWith } from "../describe.ts";
import type { Ended } from "../events/event.ts";
import type { FailureReason, Running, SheetState } from "../state.ts";
import { reasonsOf, resultsOf } from "../verdict.ts";

/** An attempt at its end, with its counts already brought up to it. */
export interface EndedAttempt {
  readonly policy: SheetPolicy;
  readonly running: Running;
  readonly ended: Ended;
}

export function failed(ending: EndedAttempt, reason: FailureReason, counts = ending.running.counts): SheetState {
  const { attempt, context, session } = ending.running;
  return { kind: "failed", attempt, context, session, reason, kept: keptOf(ending), counts };
}

/**
 * The newest work there is: of this attempt, or what it went on from. One that changed nothing leaves less than an
 * earlier result.
 */
export function keptOf({ running, ended }: EndedAttempt): CommitSha | null {
  if (!ended.changed && running.unlanded !== undefined) return running.unlanded;
  return ended.capture ?? running.continueFrom;
}

/** Why an attempt that is not good is not. */
export function reasonOf({ ended: { end, trouble, verdict } }: EndedAttempt): FailureReason {
  const said = describeEndWith(end, trouble);
  const code = trouble === null ? {} : { code: trouble.code };
  if (resultsOf(verdict).length === 0 || end.kind === "not-started") return { kind: "agent", detail: said, ...code };
  // How the agent ended may be why the validations fail.
  const isGood = end.kind === "exited" && end.code === 0 && trouble === null;
  return { kind: "validations", failed: reasonsOf(verdict), ...(isGood ? {} : { agent: said }) };
}
