import { messageOf } from "../../base/error.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";
import type { Context } from "../../isolation/context.ts";
import type { SnapshotWhy } from "../../isolation/snapshots/message.ts";
import { upstreamOf } from "../../schedule/upstream.ts";
import { meetsItsDefinition } from "../../sheet/ended.ts";
import type { AgentEnd } from "../../sheet/event.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import { type Conclusion, endedEvent, interruptedEvent, nothingSpent, placedEvent } from "./events.ts";
import type { Book, Order } from "../book.ts";
import type { Attempt, Hands, Start } from "../hands.ts";
import { keepWatch } from "./watch.ts";

/** Whose wish it is that attempts end. The snapshot that is taken then says so. */
export type Halt = (typeof halts)[number];

const halts = ["pause", "cancel", "shutdown"] as const;

/** An attempt whose start is in the journal. */
export interface Begun {
  readonly attempt: Attempt;
  readonly start: Start;
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

interface Play {
  readonly begun: Begun;
  readonly cancel: AbortSignal;
}

/**
 * Sees one attempt through: context, agent, capture, validations, verdict. The result is captured before anything
 * judges it: what validations write is not the agent's work, and a failing one must not cost it.
 */
export async function playAttempt(hands: Hands, book: Book, play: Play): Promise<Played> {
  const { attempt, start, refusal } = play.begun;
  const clock = stopwatch(hands);
  if (refusal !== null) return conclude(hands, book, { attempt, end: { kind: "not-started", detail: refusal }, spent: nothingSpent });
  const context = await hands.enterContext(attempt, start, play.cancel).catch(detailOf);
  const contextMs = clock();
  if ("detail" in context && play.cancel.aborted) return interrupt(hands, book, { begun: play.begun, proof: undefined });
  if ("detail" in context)
    return conclude(hands, book, { attempt, end: { kind: "no-context", detail: context.detail }, spent: { ...nothingSpent, contextMs } });
  try {
    await book.recordSheets([{ sheet: attempt.sheet.id, event: placedEvent(hands, attempt, context) }]);
    return await playIn(hands, book, { ...play, context, contextMs, clock });
  } finally {
    await hands.leaveContext(context);
  }
}

async function playIn(hands: Hands, book: Book, play: Play & { context: Context; contextMs: number; clock: () => number }): Promise<Played> {
  const { begun, cancel, context, contextMs, clock } = play;
  const { attempt } = begun;
  const readiness = await hands.prepare(attempt, context, cancel);
  const { end, outlived } =
    readiness.kind === "ready"
      ? await watched(hands, book, { ...play, context })
      : { end: { kind: "not-met" as const, failed: readiness.kind === "not-met" ? readiness.failed : [] }, outlived: false };
  const agentMs = clock();
  const proof = await hands.capture(attempt, context, whyOf(end, cancel)).catch(detailOf);
  const captureMs = clock();
  if ("detail" in proof)
    return conclude(hands, book, { attempt, end: { kind: "no-capture", detail: proof.detail }, spent: { contextMs, agentMs, captureMs, checksMs: 0 } });
  if (readiness.kind === "skip" && !cancel.aborted) return skip(hands, book, { begun, proof, why: readiness.why });
  const verdict: Verdict = readiness.kind === "ready" ? await hands.validate(attempt, proof, cancel) : { kind: "unvalidated" };
  const spent = { contextMs, agentMs, captureMs, checksMs: clock() };
  await hands.settle(attempt, proof, !cancel.aborted && meetsItsDefinition({ end, verdict }));
  // What a stop cut short, agent or validations, says nothing about the work.
  const played = cancel.aborted ? await interrupt(hands, book, { begun, proof }) : await conclude(hands, book, { attempt, end, spent, proof, verdict });
  return outlived ? { ...played, isInUse: true } : played;
}

/** Runs the agent, with a snapshot of what it has done so far every few minutes. */
async function watched(hands: Hands, book: Book, play: Play & { context: Context }): ReturnType<Hands["play"]> {
  const { attempt, brief } = play.begun;
  const watch = keepWatch(hands, { attempt, context: play.context });
  try {
    const upstream = upstreamOf(attempt.job.plan, attempt.sheet, (id) => book.state(id));
    return await hands.play(attempt, play.context, { brief, upstream, cancel: play.cancel });
  } finally {
    await watch.stop();
  }
}

function whyOf(end: AgentEnd, cancel: AbortSignal): SnapshotWhy {
  if (cancel.aborted) return halts.find((halt) => halt === cancel.reason) ?? "shutdown";
  if (end.kind === "timed-out" || end.kind === "idle") return "time-out";
  return end.kind === "cancelled" ? "cancel" : "end";
}

async function conclude(hands: Hands, book: Book, conclusion: Conclusion): Promise<Played> {
  const event = endedEvent(hands, conclusion);
  return { orders: await book.recordSheets([{ sheet: conclusion.attempt.sheet.id, event }]), proof: conclusion.proof };
}

/** Ends an attempt whose context can't be captured: nobody tries again over the only copy. */
export async function loseAttempt(hands: Hands, book: Book, lost: { attempt: Attempt; detail: string }): Promise<void> {
  const event = endedEvent(hands, { attempt: lost.attempt, end: { kind: "no-capture", detail: lost.detail }, spent: nothingSpent });
  await book.recordSheets([{ sheet: lost.attempt.sheet.id, event }]);
}

async function skip(hands: Hands, book: Book, passed: { begun: Begun; proof: CaptureProof; why: string }): Promise<Played> {
  const event = { kind: "skipped", at: hands.world.now(), why: passed.why } as const;
  return { orders: await book.recordSheets([{ sheet: passed.begun.attempt.sheet.id, event }]), proof: passed.proof };
}

async function interrupt(hands: Hands, book: Book, cut: { begun: Begun; proof: CaptureProof | undefined }): Promise<Played> {
  const { attempt } = cut.begun;
  return {
    orders: await book.recordSheets([{ sheet: attempt.sheet.id, event: interruptedEvent(hands, attempt, { proof: cut.proof, asked: true }) }]),
    proof: cut.proof,
  };
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
