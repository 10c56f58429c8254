import type { SheetPlan } from "../../../score/plan.ts";
import { describeEnd } from "../../../sheet/describe.ts";
import { meetsItsDefinition } from "../../../sheet/ended.ts";
import type { Ended, Judged, Playing, SheetEvent } from "../../../sheet/event.ts";
import { describeTrouble } from "../../../sheet/trouble.ts";
import { type Verdict, passedOf, reasonsOf, resultsOf } from "../../../sheet/verdict.ts";
import { agentAt, bareName, modelOf, withModel } from "../../cast.ts";
import { moment, plural, quoted, some } from "../answers/words.ts";
import type { Scene } from "./scenes.ts";

type Sheet = Pick<SheetPlan, "agent" | "fallbacks" | "retry">;

/** What happened to a sheet, a sentence each, in the order it happened. */
export function lifeSentences(life: readonly Scene[], sheet: Sheet): readonly string[] {
  return life.flatMap((scene, place) => {
    const said = sentence(scene, { before: life[place - 1], sheet });
    return said === null ? [] : [`${moment(scene.event.at)} ${said}.`];
  });
}

interface Around {
  readonly before: Scene | undefined;
  readonly sheet: Sheet;
}

/** `null` for what another sentence tells too. */
function sentence(scene: Scene, { before, sheet }: Around): string | null {
  const { event, after } = scene;
  switch (event.kind) {
    case "started":
      return `Attempt ${String(event.attempt)} started${reasonFor(scene, { before, sheet })}`;
    case "placed":
      return event.fallback === null ? null : `It could not be isolated and works in ${event.path} itself: ${event.fallback}`;
    case "playing":
      return playingSentence(event);
    case "ended":
      return `${endedSentence(event)}${outcomeWords(scene, sheet)}`;
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
      return `A person asked for it to be tried again${event.from === undefined ? "" : `, going on from ${event.from.commit}`}`;
    case "told":
      return `A person added ${quoted(event.text)}`;
    case "approved":
      return "A person let its result land";
    case "judged":
      return judgedSentence(event, after?.state === "captured" || after?.state === "done");
    case "inferred":
      return `The database was lost; by its traces it is ${event.state.kind}: ${event.why}`;
  }
}

/** Why there is another attempt, and with whom where that is not the first of its agents. */
function reasonFor({ next }: Scene, { before, sheet }: Around): string {
  const place = next.kind === "running" ? next.counts.fallbacks : 0;
  const agent = agentAt(sheet, place);
  const who = place === 0 ? "" : ` with ${withModel({ agent: bareName(agent), model: modelOf(agent) })}`;
  return `${who}${causeOf(before)}`;
}

function causeOf(before: Scene | undefined): string {
  switch (before?.event.kind) {
    case "ended":
      return afterEnded[before.after?.why ?? ""] ?? ", because the last one was not good";
    case "conflicted":
      return ", on top of what landed";
    case "rejected":
      return ", on top of what it failed with";
    case "told":
      return ", to do what was added";
    case "interrupted":
      return before.event.capture === null ? " anew" : `, going on from ${before.event.capture}`;
    default:
      return "";
  }
}

const afterEnded: Readonly<Record<string, string>> = {
  "rate-limit": ", after the rate limit",
  quota: ", after the wait for its quota",
  agent: ", after its agent was seen to",
  fallback: ", the next of its agents",
  completion: ", to do what is missing",
};

function playingSentence({ agent, session }: Playing): string {
  return `${agent} gave its first sign of life${session === null ? "" : `, in session ${session}`}`;
}

function endedSentence(event: Ended): string {
  const { end, trouble, leftOut } = event;
  const agent = `Attempt ${String(event.attempt)} ended: the agent ${describeEnd(end)}`;
  const met = trouble === null ? "" : `; ${describeTrouble(trouble)}${trouble.resetAt === null ? "" : `, which ends at ${moment(trouble.resetAt)}`}`;
  const kept = event.capture === null || meetsItsDefinition(event) ? "" : `; its work is kept as ${event.capture}`;
  const missing = leftOut.isIncomplete ? `; part of it could not be captured: ${some(leftOut.first, 3)}` : "";
  return `${agent}${met}${verdictWords(event.verdict)}${missing}${event.changed ? kept : "; it changed nothing"}`;
}

function verdictWords(verdict: Verdict): string {
  const results = resultsOf(verdict);
  const passed = results.length === 0 ? "" : `; ${String(passedOf(verdict).length)} of ${plural(results.length, "validation")} passed`;
  const failed = reasonsOf(verdict);
  return `${passed}${failed.length === 0 ? "" : `; failed: ${some(failed, 3)}`}`;
}

/** What its end meant for the sheet, where the next sentence does not tell. */
function outcomeWords({ after, next }: Scene, { retry }: Sheet): string {
  if (after?.state !== "waiting" || next.kind === "skipped") return "";
  const { rateLimits, quotas } = next.counts;
  switch (after.why) {
    case "rate-limit":
      return `; it was parked (${String(rateLimits)} of ${plural(retry.limitWaits, "wait")}; costs no retry)`;
    case "quota":
      return `; it was parked (${String(quotas)} of ${plural(retry.quotaWaits, "wait")} for its quota; costs no retry)`;
    case "agent":
      return "; it waits until a person has seen to its agent (costs no retry)";
    case "fallback":
      return "; its next agent takes over";
    default:
      return "";
  }
}

function interruptedSentence({ attempt, asked, capture }: Extract<SheetEvent, { kind: "interrupted" }>): string {
  const how = asked ? "was stopped" : "was cut short, because the conductor ended under it";
  return `Attempt ${String(attempt)} ${how}${capture === null ? "" : `; what it had done is kept as ${capture}`}`;
}

function judgedSentence({ verdict, capture, changed }: Judged, counts: boolean): string {
  const result = counts ? (changed ? `; this is its result now: ${capture}` : "; there is nothing to land") : "; so it stays what it was";
  return `A person had what was done judged again${verdictWords(verdict)}${result}`;
}
