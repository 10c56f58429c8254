import { dollars, duration } from "../base/text.ts";
import { unreachable } from "../base/error.ts";
import type { AgentEnd } from "./events/event.ts";
import type { FailureReason } from "./state.ts";
import type { Trouble } from "./trouble/trouble.ts";

/** How an agent's run ended, as the rest of a sentence that begins with "the agent". */
export function describeEnd(end: AgentEnd): string {
  switch (end.kind) {
    case "exited":
      return `exited with code ${end.code}`;
    case "signalled":
      return `was ended by ${end.signal}`;
    case "timed-out":
      return `was ended after ${duration(end.afterMs)}, its time limit`;
    case "idle":
      return `was ended after it neither printed nor worked for ${duration(end.afterMs)}`;
    case "silent":
      return `was ended because it gave no sign of life within ${duration(end.afterMs)}`;
    case "limited":
      return "was ended while it waited for a limit to end";
    case "over-budget":
      return `was ended because its sheet has cost what it may (${dollars(end.limitUsd)})`;
    case "cancelled":
      return "was cancelled";
    case "not-started":
      return `could not be started: ${end.detail}`;
    case "not-met":
      return `was not started: ${end.failed.join("; ")}`;
    case "no-context":
      return `had no context to run in: ${end.detail}`;
    case "no-capture":
      return `left something that could not be captured: ${end.detail}`;
    default:
      return unreachable(end);
  }
}

/** The same with the code of what was wrong, and what was said of it where the end does not say that already. */
export function describeEndWith(end: AgentEnd, trouble: Pick<Trouble, "code" | "detail"> | null): string {
  const ended = describeEnd(end);
  if (trouble === null) return ended;
  const { code, detail } = trouble;
  return isToldBy(end, detail) ? `${ended} (${code})` : `${ended} (${code}: ${detail})`;
}

/** Whether what was said of a trouble is in the words for the end already. */
export function isToldBy(end: AgentEnd, detail: string): boolean {
  return describeEnd(end).includes(detail) || (end.kind === "exited" && detail === `exit code ${String(end.code)}`);
}

/** Of a result that a person did not want. */
export const droppedWords = "its result was dropped by a person";

/** Why a sheet failed, as a sentence without its full stop. */
export function describeFailure(reason: FailureReason): string {
  switch (reason.kind) {
    case "agent":
      return `the agent ${reason.detail}`;
    case "waits":
    case "cost":
      return reason.kind === "cost" ? `the agent ${reason.detail}` : reason.detail;
    case "preconditions":
      return `preconditions failed: ${reason.failed.join("; ")}`;
    case "preparation":
      return `the context could not be prepared: ${reason.detail}`;
    case "validations":
      return `${reason.agent === undefined ? "" : `the agent ${reason.agent}, and `}validations failed: ${reason.failed.join("; ")}`;
    case "conflict":
      return `conflicts with what landed meanwhile in ${reason.paths.join(", ")}`;
    case "unlanded":
      return `the last attempt changed nothing, and the result of an earlier one (${reason.result}) has not landed`;
    case "rejected-on-merge":
      return `validations failed on the merged tree: ${reason.failed.join("; ")}`;
    case "interruptions":
      return "the conductor ended under it too often";
    case "context":
      return `the context failed: ${reason.detail}`;
    case "pull-request":
      return reason.detail;
    default:
      return unreachable(reason);
  }
}
