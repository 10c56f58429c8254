import { describeEnd } from "../../../sheet/describe.ts";
import { meetsItsDefinition } from "../../../sheet/ended.ts";
import type { Ended, SheetEvent } from "../../../sheet/event.ts";
import { passedOf, reasonsOf, resultsOf } from "../../../sheet/verdict.ts";
import { moment, plural, some } from "./words.ts";

/** What happened to a sheet, a sentence each, in the order it happened. */
export function lifeSentences(life: readonly SheetEvent[]): readonly string[] {
  return life.flatMap((event, place) => {
    const said = sentence(event, life[place - 1]);
    return said === null ? [] : [`${moment(event.at)} ${said}.`];
  });
}

/** `null` for what another sentence tells too. */
function sentence(event: SheetEvent, before: SheetEvent | undefined): string | null {
  switch (event.kind) {
    case "started":
      return `Attempt ${String(event.attempt)} started${reasonFor(before)}`;
    case "placed":
      return event.fallback === null ? null : `It could not be isolated and works in ${event.path} itself: ${event.fallback}`;
    case "ended":
      return endedSentence(event);
    case "landing":
      return null;
    case "landed":
      return `It landed as ${event.commit}`;
    case "withdrawn":
      return `Its landing did not come true and is tried again: ${event.why}`;
    case "conflicted":
      return `Its result conflicts with what landed meanwhile, in ${some(event.paths)}`;
    case "absorbed":
      return "The target has all of its change already, so nothing is left to land";
    case "rejected":
      return `Merged with what landed meanwhile its validations failed: ${some(reasonsOf(event.verdict), 3)}`;
    case "interrupted":
      return interruptedSentence(event);
    case "cancelled":
      return `It was cancelled${event.capture === null ? "" : `; its work is kept as ${event.capture}`}`;
    case "skipped":
      return `It was skipped: ${event.why}`;
    case "retried":
      return event.from === undefined
        ? "A person asked for it to be tried again"
        : `A person asked for it to be tried again, going on from ${event.from.commit}`;
    case "inferred":
      return `The database was lost; by its traces it is ${event.state.kind}: ${event.why}`;
  }
}

/** Why there is another attempt, as far as the event before says so. */
function reasonFor(before: SheetEvent | undefined): string {
  switch (before?.kind) {
    case "ended":
      return before.end.kind === "rate-limited" ? ", after the rate limit" : ", because the last one was not good";
    case "conflicted":
      return ", on top of what landed";
    case "rejected":
      return ", on top of what it failed with";
    case "interrupted":
      return before.capture === null ? " anew" : `, going on from ${before.capture}`;
    default:
      return "";
  }
}

function endedSentence(event: Ended): string {
  const { end, verdict, leftOut } = event;
  const results = resultsOf(verdict);
  const agent = `Attempt ${String(event.attempt)} ended: the agent ${describeEnd(end)}`;
  const reset = end.kind === "rate-limited" && end.resetAt !== null ? `, which ends at ${moment(end.resetAt)}` : "";
  const passed = results.length === 0 ? "" : `; ${String(passedOf(verdict).length)} of ${plural(results.length, "validation")} passed`;
  const failed = reasonsOf(verdict);
  const why = failed.length === 0 ? "" : `; failed: ${some(failed, 3)}`;
  const kept = event.capture === null || meetsItsDefinition(event) ? "" : `; its work is kept as ${event.capture}`;
  const missing = leftOut.isIncomplete ? `; part of it could not be captured: ${some(leftOut.first, 3)}` : "";
  return `${agent}${reset}${passed}${why}${missing}${event.changed ? kept : "; it changed nothing"}`;
}

function interruptedSentence({ attempt, asked, capture }: Extract<SheetEvent, { kind: "interrupted" }>): string {
  const how = asked ? "was stopped" : "was cut short, because the conductor ended under it";
  return `Attempt ${String(attempt)} ${how}${capture === null ? "" : `; what it had done is kept as ${capture}`}`;
}
