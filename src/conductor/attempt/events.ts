import type { MachineUse } from "../../base/home/machine-use.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";
import type { LeftOut } from "../../isolation/capture/survey/left-out.ts";
import type { Context } from "../../isolation/context.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import type { AgentEnd, Ended, Interrupted, Placed, Spent } from "../../sheet/events/event.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { Trouble } from "../../sheet/trouble/trouble.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { Attempt, Hands } from "../hands.ts";
import type { Performance } from "../../sheet/performance.ts";

export function placedEvent(hands: Hands, whose: Attempt, context: Context): Placed {
  const { attempt } = whose;
  const { id, base, level, path, branch, fallback, prepared } = context;
  const where = { context: id, base, level, path, branch, fallback };
  const how = prepared === undefined ? {} : { prepared };
  return {
    kind: "placed",
    at: hands.world.now(),
    attempt,
    ...where,
    ...how,
    ...(isUnready(whose) ? { isUnready: true } : {}),
  };
}

/** Whether something has to run in a new context before its agent. */
export function isUnready({ job, sheet }: Attempt): boolean {
  return (job.plan.prepare?.commands ?? []).length + sheet.preconditions.length > 0 || sheet.skipCommand !== null;
}

export interface Conclusion {
  readonly attempt: Attempt;
  readonly performance: Pick<Performance, "end" | "trouble" | "usage" | "words" | "use">;
  readonly spent: Spent;
  readonly proof?: CaptureProof;
  readonly verdict?: Verdict;
}

export const nothingSpent: Spent = { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 };

/** For an attempt whose agent was not run. */
export function notRun(end: AgentEnd, trouble: Trouble | null = null): Conclusion["performance"] {
  return { end, trouble, usage: undefined, words: null };
}

export function endedEvent(hands: Hands, { attempt, performance, spent, proof, verdict }: Conclusion): Ended {
  const { end, trouble, usage, words, use } = performance;
  return {
    kind: "ended",
    at: hands.world.now(),
    attempt: attempt.attempt,
    end,
    trouble,
    ...(usage === undefined ? {} : { usage }),
    words,
    verdict: verdict ?? { kind: "unvalidated" },
    capture: proof?.commit ?? null,
    changed: proof?.changed ?? false,
    chance: hands.world.random(),
    spent,
    ...(use === undefined ? {} : { use }),
    leftOut: leftOutOf(proof),
  };
}

/** `asked`: by a person, not by a crash. */
export function interruptedEvent(hands: Hands, { attempt }: Attempt, cut: Cut): Interrupted {
  const { proof, asked, usage, use } = cut;
  const capture = proof?.changed === true ? proof.commit : null;
  return {
    kind: "interrupted",
    at: hands.world.now(),
    attempt,
    asked,
    capture,
    ...(usage === undefined ? {} : { usage }),
    ...(use === undefined ? {} : { use }),
  };
}

interface Cut {
  readonly proof: CaptureProof | undefined;
  readonly asked: boolean;
  readonly usage: Usage | null | undefined;
  readonly use?: MachineUse | undefined;
}

const shownLeftOut = 100;

const nothingLeftOut: Ended["leftOut"] = { count: 0, first: [], isIncomplete: false };

function leftOutOf(proof: CaptureProof | undefined): Ended["leftOut"] {
  if (proof === undefined || proof.leftOut.length + proof.unfiltered.length === 0) return nothingLeftOut;
  const all = [
    ...proof.leftOut.map((item) => `${shownPath(item.path)}: ${item.reason}`),
    ...proof.unfiltered.map((path) => `${shownPath(path)}: stored without its filter`),
  ];
  const unfiltered = proof.unfiltered.slice(0, shownLeftOut).map(shownPath);
  return {
    count: all.length,
    first: all.slice(0, shownLeftOut),
    isIncomplete: proof.leftOut.some(isResult),
    ...(unfiltered.length === 0 ? {} : { unfiltered }),
  };
}

/** Left-out content that belongs to the result; a socket or a nested repository's history does not. */
export function isResult({ reason }: Pick<LeftOut, "reason">): boolean {
  return (
    reason === "too large" ||
    reason === "unreadable" ||
    reason === "refused by git" ||
    reason === "submodule" ||
    reason === "special file in place of a tracked one"
  );
}
