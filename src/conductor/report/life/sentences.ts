import { asSentence, firstFew, isoTime, plural, quoted } from "../../../base/text.ts";
import { type Counts, noCounts } from "../../../sheet/counts.ts";
import { agentFor } from "../../../score/plan/agents/cast.ts";
import type { EpochMs } from "../../../base/ids.ts";
import { preparationLines } from "../../../score/plan/preparation.ts";
import { type SheetPlan, usualPatienceMs } from "../../../score/plan/plan.ts";
import { describeEnd, isToldBy } from "../../../sheet/describe.ts";
import { meetsItsDefinition } from "../../../sheet/ending/ended.ts";
import type { AgentEnd, Ended, Judged, Placed, Playing, SheetEvent } from "../../../sheet/events/event.ts";
import { nothingSpentYet, spentWith } from "../../../sheet/cost/usage.ts";
import { collisionWords } from "../../../sheet/collisions/describe.ts";
import { type TriedMerges, triedWords } from "../../../sheet/merges.ts";
import { type Trouble, describeTrouble } from "../../../sheet/trouble/trouble.ts";
import {
  type Verdict,
  brokenPromisesIn,
  isPartial,
  passedOf,
  reasonsOf,
  resultsOf,
  reviewOf,
  reviewWords,
} from "../../../sheet/verdict.ts";
import { bareName, modelOf, withModel } from "../../../api/contract/agents.ts";
import { costWords } from "../../../api/contract/cost/cost.ts";
import type { Scene } from "./scenes.ts";

type Sheet = Pick<SheetPlan, "agent" | "fallbacks" | "retry">;

/** The events of a sheet, a sentence each, in the order they happened. */
export function lifeSentences(life: readonly Scene[], sheet: Sheet): readonly string[] {
  return life.flatMap((scene, place) => {
    const said = sentence(scene, { before: life[place - 1], sheet });
    return said === null ? [] : [asSentence(`${isoTime(scene.event.at)} ${said}`)];
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
      return `Attempt ${String(event.attempt)} started${reasonFor(scene, { before, sheet })}${drawnWords(scene, sheet)}`;
    case "placed":
      return event.fallback === null
        ? preparedSentence(event)
        : `It could not be isolated and works in ${event.path} itself: ${event.fallback}`;
    case "playing":
      return playingSentence(event);
    case "ended":
      return `${endedSentence(event)}${missingWords(event, { before, sheet })}${outcomeWords(scene, sheet)}`;
    case "prepared":
    case "validating":
      return null;
    case "landing":
      return mergeSentence(event);
    case "landed":
      return `It landed as ${event.commit}${partWords(before)}`;
    case "withdrawn":
      return `Its landing did not come true and is tried again: ${event.why}`;
    case "conflicted":
      return `Its result conflicts with what landed meanwhile, in ${firstFew(event.paths)}${triedSuffix({ ...event, fallen: event.fallen ?? [] })}`;
    case "absorbed":
      return "The target has all of its change already, so nothing is left to land";
    case "rejected":
      return `${rejectedWords(event, before)}: ${firstFew(reasonsOf(event.verdict), 3)}`;
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
    case "collided":
      return `Its work so far ${collisionWords(event)}`;
    case "approved":
      return "A person let its result land";
    case "chosen":
      return `Its result was chosen to land: ${event.why}`;
    case "outdone":
      return `The result of ${event.by} landed instead; its own is kept`;
    case "held":
      return event.why.kind !== "ejected"
        ? `It changes what needs a person's word: ${firstFew(event.why.paths)}`
        : `A person took it out of the queue`;
    case "proposing":
    case "heard":
      return null;
    case "proposed":
      return `Its result is offered as ${event.pull.url}`;
    case "returned":
      return `${returnedWords[event.why]}: ${quoted(event.text)}`;
    case "merged":
      return `Its pull request was merged as ${event.commit}`;
    case "closed":
      return "Its pull request was closed without being merged";
    case "judged":
      return judgedSentence(event, after?.state === "captured" || after?.state === "done");
    case "visited":
      return `A person worked with its agent in a terminal: ${costWords(spentWith(nothingSpentYet, event.usage)) ?? "it cost nothing"}`;
    case "inferred":
      return `The database was lost; by its traces it is ${event.state.kind}: ${event.why}`;
  }
}

function preparedSentence({ prepared }: Placed): string | null {
  return prepared === undefined ? null : `Its context: ${preparationLines(prepared).join("; ")}`;
}

/** Why there is another attempt, and with whom where that is not the first of its agents. */
function reasonFor({ next }: Scene, { before, sheet }: Around): string {
  const counts = next.kind === "running" ? next.counts : noCounts;
  const agent = agentFor(sheet, counts);
  const who = counts.fallbacks === 0 ? "" : ` with ${withModel({ agent: bareName(agent), model: modelOf(agent) })}`;
  return `${who}${causeOf(before)}`;
}

/** Why this agent, where routing chose it, and what its prompt has of earlier work. */
function drawnWords({ event, next }: Scene, sheet: Sheet): string {
  if (event.kind !== "started" || event.drawn === undefined || next.kind !== "running") return "";
  const { routed, shown = [], held = [] } = event.drawn;
  const agent = agentFor(sheet, next.counts);
  const who = withModel({ agent: bareName(agent), model: modelOf(agent) });
  const noted = shown.length === 0 ? "" : `; its prompt has the notes ${shown.join(", ")} (tutti learn why)`;
  const kept = held.length === 0 ? "" : `; chance kept ${held.join(", ")} out of its prompt`;
  return `${routed === undefined ? "" : ` with ${who}, chosen by routing: ${routed.why}`}${noted}${kept}`;
}

function mergeSentence({ merge, level }: SheetEvent & { readonly kind: "landing" }): string | null {
  if (merge === undefined) return null;
  const passed = level === "validated-as-landed" ? "; its validations passed on the merged tree" : "";
  return `Git found a conflict, and it was merged by ${merge.way} (${merge.reason})${passed}${triedSuffix(merge)}`;
}

function triedSuffix(tried: TriedMerges): string {
  const words = triedWords(tried);
  return words === null ? "" : `; ${words}`;
}

function causeOf(before: Scene | undefined): string {
  switch (before?.event.kind) {
    case "ended":
      return afterEnded[before.after?.why ?? ""] ?? ", because the last one was not good";
    case "conflicted":
      return ", on top of what landed";
    case "rejected":
      return ", because the last one did not pass on the target";
    case "told":
      return ", to do what was added";
    case "interrupted":
      return before.event.capture === null ? " anew" : `, going on from ${before.event.capture}`;
    default:
      return "";
  }
}

/** Says that a result lands although not all of it passes. */
function partWords(before: Scene | undefined): string {
  const verdict = before !== undefined && "verdict" in before.next ? before.next.verdict : undefined;
  if (verdict === undefined || !isPartial(verdict)) return "";
  const held = `${String(passedOf(verdict).length)} of ${plural(resultsOf(verdict).length, "validation")}`;
  return `, in part: ${held} passed, ${firstFew(reasonsOf(verdict), 3)}`;
}

/** Where nothing landed since it began, only the result itself can be at fault. */
function rejectedWords(
  { onto, verdict }: SheetEvent & { readonly kind: "rejected" },
  before: Scene | undefined,
): string {
  const sheets = brokenPromisesIn(verdict);
  if (sheets.length > 0) return `Together with it, what landed no longer holds (${sheets.join(", ")})`;
  const isAlone = before?.next.kind === "captured" && before.next.base === onto;
  return isAlone
    ? "It did not pass what the target asks for"
    : "Merged with what landed meanwhile its validations failed";
}

const returnedWords = {
  checks: "The checks of its pull request failed",
  review: "A reviewer of its pull request wants changes",
  conflict: "Its pull request can't be merged any more",
} as const;

const afterEnded: Readonly<Record<string, string>> = {
  "rate-limit": ", after the rate limit",
  quota: ", after the wait for its quota",
  agent: ", after its agent was seen to",
  fallback: ", the next of its agents",
  session: ", in a new session",
  review: ", to do what its reviewer asks for",
  completion: ", to do what is missing",
  fault: ", after a fault that was not its agent's",
};

function playingSentence({ agent, session }: Playing): string {
  return `${agent} gave its first sign of life${session === null ? "" : `, in session ${session}`}`;
}

function endedSentence(event: Ended): string {
  const { end, trouble, leftOut } = event;
  const agent = `Attempt ${String(event.attempt)} ended: the agent ${describeEnd(end)}`;
  const met =
    trouble === null
      ? ""
      : `; ${troubleWords(trouble, end)}${trouble.resetAt === null ? "" : `, which ends at ${isoTime(trouble.resetAt)}`}`;
  const kept = event.capture === null || meetsItsDefinition(event) ? "" : `; its work is kept as ${event.capture}`;
  const missing = leftOut.isIncomplete ? `; part of it could not be captured: ${firstFew(leftOut.first, 3)}` : "";
  return `${agent}${met}${verdictWords(event.verdict)}${missing}${event.changed ? kept : "; it changed nothing"}`;
}

/** Without what the end says already. */
function troubleWords({ code, detail }: Trouble, end: AgentEnd): string {
  return describeTrouble({ code, detail: isToldBy(end, detail) ? "" : detail });
}

function verdictWords(verdict: Verdict): string {
  const results = resultsOf(verdict);
  const passed =
    results.length === 0
      ? ""
      : `; ${String(passedOf(verdict).length)} of ${plural(results.length, "validation")} passed`;
  const failed = reasonsOf(verdict);
  const review = reviewOf(verdict);
  const said = review === null ? "" : `; review: ${reviewWords(review)}`;
  return `${passed}${said}${failed.length === 0 ? "" : `; failed: ${firstFew(failed, 3)}`}`;
}

/** Of an agent that was to take over. */
function missingWords({ trouble }: Ended, { before, sheet }: Around): string {
  const counts = before?.next.kind === "running" ? before.next.counts : noCounts;
  return trouble?.code === "E505" && counts.fallbacks > 0
    ? `; ${bareName(agentFor(sheet, counts))} is not installed and is passed over`
    : "";
}

/** The outcome of its end for the sheet, where the next sentence does not tell it. */
function outcomeWords({ after, next }: Scene, { retry }: Sheet): string {
  if (after?.state !== "waiting" || next.kind === "skipped") return "";
  const { faults } = next.counts;
  switch (after.why) {
    case "rate-limit":
      return `; it was parked (costs no retry)${patienceWords(next.counts, retry)}`;
    case "quota":
      return `; it was parked for its quota (costs no retry)${patienceWords(next.counts, retry)}`;
    case "agent":
      return "; it waits until a person has seen to its agent (costs no retry)";
    case "session":
      return "; it begins again in a new session (costs no retry)";
    case "fallback":
      return "; its next agent takes over";
    case "fault":
      return `; it tries again after a wait (fault ${String(faults)} in a row; costs no retry)`;
    default:
      return "";
  }
}

/** Until when it goes on waiting if the limit does not end. */
function patienceWords({ limited }: Counts, { limitPatienceMs = usualPatienceMs }: Sheet["retry"]): string {
  return limited === null
    ? ""
    : `; it waits for limits like this until ${isoTime((limited.since + limitPatienceMs) as EpochMs)}`;
}

function interruptedSentence({ attempt, asked, capture }: Extract<SheetEvent, { kind: "interrupted" }>): string {
  const how = asked ? "was stopped" : "was cut short, because the conductor ended under it";
  return `Attempt ${String(attempt)} ${how}${capture === null ? "" : `; what it had done is kept as ${capture}`}`;
}

function judgedSentence({ verdict, capture, changed }: Judged, counts: boolean): string {
  const result = counts
    ? changed
      ? `; this is its result now: ${capture}`
      : "; there is nothing to land"
    : "; so it stays what it was";
  return `A person had what was done judged again${verdictWords(verdict)}${result}`;
}
