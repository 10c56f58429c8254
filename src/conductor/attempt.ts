import { messageOf } from "../base/error.ts";
import type { CommitSha } from "../base/ids.ts";
import type { CaptureProof } from "../isolation/capture/capture.ts";
import { shownPath } from "../isolation/raw-path.ts";
import type { LeftOut } from "../isolation/capture/survey.ts";
import type { AgentEnd, Ended, Spent } from "../sheet/event.ts";
import type { Verdict } from "../sheet/verdict.ts";
import { upstreamOf } from "../schedule/upstream.ts";
import type { Book, Order } from "./book.ts";
import type { Attempt, Hands } from "./hands.ts";

/** An attempt whose start is in the journal. */
export interface Begun {
  readonly attempt: Attempt;
  readonly base: CommitSha;
  readonly continueFrom: CommitSha | null;
  readonly brief: string | null;
  /** Why it can't be played at all; it ends without a context. */
  readonly refusal: string | null;
}

export interface Played {
  readonly orders: readonly Order[];
  /** In hand, the context may be destroyed; absent when there was none, or it could not be captured. */
  readonly proof: CaptureProof | undefined;
  /** Something the agent started may still work in the context: it can't be taken away yet. */
  readonly isInUse?: true;
}

/**
 * Sees one attempt through: context, agent, capture, validations, verdict. The result is captured before anything
 * judges it: what validations write is not the agent's work, and a failing one must not cost it.
 */
export async function playAttempt(hands: Hands, book: Book, play: { begun: Begun; cancel: AbortSignal }): Promise<Played> {
  const { begun, cancel } = play;
  const clock = stopwatch(hands);
  if (begun.refusal !== null)
    return conclude(hands, book, { attempt: begun.attempt, end: { kind: "not-started", detail: begun.refusal }, spent: nothingSpent });
  const context = await hands.createContext(begun.attempt, begun).catch(detailOf);
  const contextMs = clock();
  if ("detail" in context)
    return conclude(hands, book, { attempt: begun.attempt, end: { kind: "no-context", detail: context.detail }, spent: { ...nothingSpent, contextMs } });
  const readiness = await hands.prepare(begun.attempt, context, cancel);
  const { end, outlived } =
    readiness.kind === "ready"
      ? await hands.play(begun.attempt, context, {
          brief: begun.brief,
          upstream: upstreamOf(begun.attempt.job.plan, begun.attempt.sheet, (id) => book.state(id)),
          cancel,
        })
      : { end: { kind: "not-met" as const, failed: readiness.kind === "not-met" ? readiness.failed : [] }, outlived: false };
  const agentMs = clock();
  const proof = await hands.capture(begun.attempt, context).catch(detailOf);
  const captureMs = clock();
  if ("detail" in proof)
    return conclude(hands, book, {
      attempt: begun.attempt,
      end: { kind: "no-capture", detail: proof.detail },
      spent: { contextMs, agentMs, captureMs, checksMs: 0 },
    });
  if (readiness.kind === "skip" && !cancel.aborted) return skip(hands, book, { begun, proof, why: readiness.why });
  const verdict: Verdict = readiness.kind === "ready" ? await hands.validate(begun.attempt, proof, cancel) : { kind: "unvalidated" };
  const spent = { contextMs, agentMs, captureMs, checksMs: clock() };
  // What a stop cut short, agent or validations, says nothing about the work.
  const played = cancel.aborted
    ? await interrupt(hands, book, { begun, proof })
    : await conclude(hands, book, { attempt: begun.attempt, end, spent, proof, verdict });
  return outlived ? { ...played, isInUse: true } : played;
}

interface Conclusion {
  readonly attempt: Attempt;
  readonly end: AgentEnd;
  readonly spent: Spent;
  readonly proof?: CaptureProof;
  readonly verdict?: Verdict;
}

const nothingSpent: Spent = { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 };

async function conclude(hands: Hands, book: Book, conclusion: Conclusion): Promise<Played> {
  const event = endedEvent(hands, conclusion);
  return { orders: await book.recordSheets([{ sheet: conclusion.attempt.sheet.id, event }]), proof: conclusion.proof };
}

function endedEvent(hands: Hands, { attempt, end, spent, proof, verdict }: Conclusion): Ended {
  return {
    kind: "ended",
    at: hands.world.now(),
    attempt: attempt.attempt,
    end,
    verdict: verdict ?? { kind: "unvalidated" },
    capture: proof?.commit ?? null,
    changed: proof?.changed ?? false,
    chance: hands.world.random(),
    spent,
    leftOut: leftOutOf(proof),
  };
}

/** Ends an attempt whose context can't be captured: nobody tries again over the only copy. */
export async function loseAttempt(hands: Hands, book: Book, lost: { attempt: Attempt; detail: string }): Promise<readonly Order[]> {
  const event = endedEvent(hands, { attempt: lost.attempt, end: { kind: "no-capture", detail: lost.detail }, spent: nothingSpent });
  return book.recordSheets([{ sheet: lost.attempt.sheet.id, event }]);
}

async function skip(hands: Hands, book: Book, passed: { begun: Begun; proof: CaptureProof; why: string }): Promise<Played> {
  const event = { kind: "skipped", at: hands.world.now(), why: passed.why } as const;
  return { orders: await book.recordSheets([{ sheet: passed.begun.attempt.sheet.id, event }]), proof: passed.proof };
}

async function interrupt(hands: Hands, book: Book, cut: { begun: Begun; proof: CaptureProof }): Promise<Played> {
  const { attempt } = cut.begun;
  const event = { kind: "interrupted", at: hands.world.now(), attempt: attempt.attempt, asked: true, capture: cut.proof.commit } as const;
  return { orders: await book.recordSheets([{ sheet: attempt.sheet.id, event }]), proof: cut.proof };
}

const shownLeftOut = 100;

function leftOutOf(proof: CaptureProof | undefined): Ended["leftOut"] {
  const all = [
    ...(proof?.leftOut ?? []).map((item) => `${shownPath(item.path)}: ${item.reason}`),
    ...(proof?.unfiltered ?? []).map((path) => `${shownPath(path)}: stored without its filter`),
  ];
  return { count: all.length, first: all.slice(0, shownLeftOut), isIncomplete: proof?.leftOut.some(isResult) ?? false };
}

/** Left-out content that belongs to the result; a socket or a nested repository's history does not. */
function isResult({ reason }: LeftOut): boolean {
  return reason === "too large" || reason === "unreadable" || reason === "refused by git" || reason === "submodule";
}

export function detailOf(error: unknown): { detail: string } {
  return { detail: messageOf(error) };
}

/** Milliseconds since the last call. */
function stopwatch(hands: Hands): () => number {
  let last = hands.world.ticks();
  return () => {
    const before = last;
    last = hands.world.ticks();
    return Math.round(last - before);
  };
}
