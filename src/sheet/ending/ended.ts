import { clip } from "../../base/text.ts";
import type { Counts } from "../counts.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { completionBrief, nothingNewBrief } from "../decide/brief.ts";
import { landsAtOnce, type SheetPolicy } from "../decide/decision.ts";
import { describeEnd } from "../describe.ts";
import { beginSession, fallBack, hasNextAgent, park, waitForAgent } from "./agent-trouble.ts";
import { afterReview, isReviewOnly } from "./unlanded/reviewed.ts";
import { type EndedAttempt, failed, keptOf, reasonOf } from "./ended-attempt.ts";
import { afterFault, bestOf, goOn, isFault, retry } from "./next-attempt.ts";
import type { Ended } from "../events/event.ts";
import { folderAfter, withFolder } from "../decide/folder-work.ts";
import type { Captured, Running, Session, SheetState, Waiting } from "../state.ts";
import { describeTrouble, remedyOf } from "../trouble/trouble.ts";
import { type Spending, type Usage, spentWith, usedTogether } from "../cost/usage.ts";
import { type Verdict, allPass, mayLand, passedOf, resultsOf, reviewOf } from "../verdict.ts";

/** The state of a sheet after an attempt's end: the table of docs/outcomes.md, read from the top. */
export function afterEnd(policy: SheetPolicy, state: Running, ended: Ended): SheetState {
  const running = { ...state, session: usedBy(state.session, ended.usage), counts: counted(state, ended) };
  const ending = { policy, running, ended };
  return withFolder(
    isMissingFallback(ending) ? withoutFallback(ending) : withInstead(ending, decided(ending)),
    folderAfter(running, ended),
  );
}

/** Where the next agent takes over, what the sheet would be if there were none. */
function withInstead(ending: EndedAttempt, next: SheetState): SheetState {
  if (next.kind !== "waiting" || next.why !== "fallback") return next;
  const instead = decided({ ...ending, policy: { ...ending.policy, agents: ending.running.counts.fallbacks + 1 } });
  return instead.kind === "waiting" || instead.kind === "failed" ? { ...next, instead } : next;
}

function decided(attempt: EndedAttempt): SheetState {
  const { running, ended } = attempt;
  const { end } = ended;
  if (end.kind === "cancelled") return { ...overAfter(running), kind: "cancelled", kept: keptOf(attempt) };
  // Another attempt would have to take its context away, and that is the only copy.
  if (end.kind === "no-capture") return failed(attempt, { kind: "context", detail: describeEnd(end) });
  // Trying again is for the rule itself to do; the agent was never asked.
  if (end.kind === "not-met")
    return failed(
      attempt,
      ended.trouble === null
        ? { kind: "preconditions", failed: end.failed }
        : { kind: "preparation", detail: end.failed.join("; ") },
    );
  if (end.kind === "no-context") {
    const reason = { kind: "context", detail: end.detail } as const;
    // A fault of the machine was waited for by then: another attempt would meet the same one.
    return end.isFault === true || end.isLasting === true ? failed(attempt, reason) : afterFault(attempt, reason);
  }
  // Validations that pass prove nothing about an agent that never ran.
  if (end.kind !== "not-started" && meetsItsDefinition(ended)) return succeed(attempt);
  if (end.kind === "over-budget") return failed(attempt, { kind: "cost", detail: describeEnd(end) });
  return orBest(attempt, afterTrouble(attempt));
}

/** Whether a result is what was asked for; what becomes of it is another matter. */
export function meetsItsDefinition({ end, verdict, trouble }: Pick<Ended, "end" | "verdict" | "trouble">): boolean {
  if (resultsOf(verdict).length > 0) return allPass(verdict);
  // Agents exit with 0 also after an error of their provider.
  return end.kind === "exited" && end.code === 0 && trouble === null;
}

function afterTrouble(attempt: EndedAttempt): SheetState {
  const { trouble } = attempt.ended;
  switch (remedyOf(trouble)) {
    case "limit":
      return park(attempt, "rate-limit");
    case "quota":
      return hasNextAgent(attempt) ? fallBack(attempt, "goes-on") : park(attempt, "quota");
    case "terminal":
      return hasNextAgent(attempt) ? fallBack(attempt, "goes-on") : waitForAgent(attempt);
    case "agent":
      return hasNextAgent(attempt) ? fallBack(attempt, "anew") : failed(attempt, reasonOf(attempt));
    case "session":
      return beginSession(attempt);
    case "retry":
      if (isReviewOnly(attempt.ended.verdict)) return afterReview(attempt);
      if (attempt.policy.goesOn) return goOn(attempt);
      return isWorthCompleting(attempt) ? complete(attempt) : retry(attempt, reasonOf(attempt));
  }
}

/** Accepts the best partial result once no attempt can get further, for any reason. */
function orBest(ending: EndedAttempt, next: SheetState): SheetState {
  const { policy, running, ended } = ending;
  // In the user's own folder it is there already, and only what is there now counts.
  const isGoodThere =
    policy.goesOn && !running.lands && ended.changed && !ended.leftOut.isIncomplete && mayLand(ended.verdict);
  if (isGoodThere && next.kind === "failed")
    return { ...overAfter({ ...running, counts: next.counts }), kind: "done", inPlace: true };
  const best = bestOf(ending);
  if (best === null) return next;
  if (next.kind === "waiting") return { ...next, best };
  if (next.kind !== "failed" || !mayLand(best.verdict)) return next;
  const { counts, session } = next;
  return { kind: "captured", ...best, counts, session, isApproved: landsAtOnce(ending.policy) };
}

function succeed(ending: EndedAttempt): SheetState {
  const { running, ended, policy } = ending;
  if (ended.leftOut.isIncomplete) return failed(ending, { kind: "context", detail: incompleteText(ended) });
  const { attempt, context, base, counts, lands, session } = running;
  const { capture, changed } = ended;
  const owed = owedBy(ending);
  if (owed !== null) return nothingNew(ending, owed);
  if (!changed || !lands) return { ...overAfter(running), kind: "done", inPlace: !lands };
  if (capture === null) return retry(ending, { kind: "context", detail: "the result was not captured" });
  // An empty list of results claims nothing; saying so here keeps a receipt from claiming more.
  const verdict: Verdict = resultsOf(ended.verdict).length === 0 ? { kind: "unvalidated" } : ended.verdict;
  return {
    kind: "captured",
    attempt,
    context,
    base,
    capture,
    verdict,
    counts,
    session,
    ...clearance(policy, ended),
  };
}

/** A filter may encrypt: landing a file without it would put its plain text into the history for good. */
function clearance(policy: SheetPolicy, { leftOut }: Ended): Pick<Captured, "isApproved" | "held"> {
  const { unfiltered } = leftOut;
  if (unfiltered === undefined) return { isApproved: landsAtOnce(policy) };
  return { isApproved: false, held: { kind: "unfiltered", paths: unfiltered } };
}

function incompleteText({ leftOut }: Ended): string {
  return `part of the result could not be captured and stays in its context: ${leftOut.first.slice(0, 3).join(", ")}`;
}

function isWorthCompleting({ policy, running, ended }: EndedAttempt): boolean {
  const passed = passedOf(ended.verdict).length;
  const share = passed / resultsOf(ended.verdict).length;
  return passed > 0 && share >= policy.completionThreshold && running.counts.completions < policy.completions;
}

function complete(ending: EndedAttempt): Waiting {
  const { counts, base, context, session } = ending.running;
  const continueFrom = keptOf(ending);
  return {
    kind: "waiting",
    why: "completion",
    notBefore:
      ending.policy.completionDelayMs === 0 ? null : ((ending.ended.at + ending.policy.completionDelayMs) as EpochMs),
    continueFrom,
    continueBase: continueFrom === null ? null : base,
    brief: completionBrief(ending.ended),
    context: { id: context, reuse: continueFrom !== null },
    session,
    counts: { ...counts, completions: counts.completions + 1 },
  };
}

function overAfter({
  attempt,
  context,
  session,
  counts,
}: Running): Pick<Running, "attempt" | "context" | "session" | "counts"> {
  return { attempt, context, session, counts };
}

export function usedBy(session: Session | null, usage: Usage | null | undefined): Session | null {
  return session === null || usage === undefined || usage === null
    ? session
    : { ...session, used: usedTogether(session.used, usage) };
}

/** The counts that an attempt adds to the life of its sheet, with any outcome. */
function counted({ counts, attempt }: Running, ended: Ended): Counts {
  // Agents that judge the work are paid for too.
  const paid = [ended.usage, ...resultsOf(ended.verdict).map(({ usage }) => usage)];
  const spent = paid.reduce((sum: Spending, one) => (one === undefined ? sum : spentWith(sum, one)), counts.spent);
  // A fault says nothing about the work, so the next attempt need not hear of it.
  if (isFault(ended.end)) return { ...counts, spent };
  const remedy = remedyOf(ended.trouble);
  const limited = remedy === "limit" || remedy === "quota" ? counts.limited : null;
  const tried = meetsItsDefinition(ended)
    ? counts.tried
    : [...counts.tried, triedLine(attempt, ended)].slice(-mostTried);
  const review = reviewOf(ended.verdict);
  return { ...counts, spent, limited, faults: 0, tried, ...(review === null ? {} : { review }) };
}

const mostTried = 6;
const longestLine = 400;

function triedLine(attempt: number, { end, trouble, verdict }: Ended): string {
  const what = trouble === null ? `the agent ${describeEnd(end)}` : describeTrouble(trouble);
  const results = resultsOf(verdict);
  const failing = results
    .filter(({ passed, skipped }) => !passed && skipped !== true)
    .map(({ description }) => description);
  const line = `attempt ${String(attempt)}: ${what}${failing.length === 0 ? "" : `; failed: ${failing.join(", ")}`}`;
  return clip(line, longestLine);
}

/** The earlier result that an attempt which changes nothing leaves unlanded; `null`: nothing is owed. */
function owedBy({ policy, running, ended }: EndedAttempt): CommitSha | null {
  if (ended.changed || running.unlanded === undefined) return null;
  // Findings that a tool no longer reports are gone, by any change.
  const isMeasured = policy.goesOn && resultsOf(ended.verdict).some(({ findings }) => findings !== undefined);
  return isMeasured ? null : running.unlanded;
}

/** "Nothing to land" would be false: the attempt counts as one that failed. */
function nothingNew(ending: EndedAttempt, unlanded: CommitSha): SheetState {
  const next = retry(ending, { kind: "unlanded", result: unlanded });
  return next.kind === "waiting" ? { ...next, brief: nothingNewBrief(unlanded) } : next;
}

/** An agent that was to take over, and is not installed. It did nothing, and may never have been needed. */
function isMissingFallback({ running, ended: { end, trouble } }: EndedAttempt): boolean {
  return running.counts.fallbacks > 0 && trouble?.code === "E505" && (end.kind === "not-started" || !running.isAlive);
}

/** It is passed over: the sheet goes to the one after it, or is what it would be without those that took over. */
function withoutFallback(ending: EndedAttempt): SheetState {
  const { running } = ending;
  const { instead } = running;
  if (hasNextAgent(ending)) return { ...fallBack(ending, "goes-on"), ...(instead === undefined ? {} : { instead }) };
  if (instead === undefined) return waitForAgent(ending);
  const { attempts, spent, tried, interruptions } = running.counts;
  const counts = { ...instead.counts, attempts, spent, tried, interruptions };
  // The place of the last attempt is the one that has to be seen to; that of the one before was when this one began.
  if (instead.kind === "failed") return { ...instead, counts, attempt: running.attempt, context: running.context };
  return { ...instead, counts, context: { id: running.context, reuse: false } };
}
