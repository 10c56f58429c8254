import type { CaptureProof } from "../../isolation/capture/capture.ts";
import type { Context } from "../../isolation/context.ts";
import type { SnapshotWhy } from "../../isolation/snapshots/names.ts";
import { upstreamOf } from "../../schedule/upstream.ts";
import { agentName } from "../../score/plan/agents/agent-plan.ts";
import { meetsItsDefinition } from "../../sheet/ending/ended.ts";
import type { AgentEnd } from "../../sheet/events/event.ts";
import type { SheetState } from "../../sheet/state.ts";
import { type Verdict, resultsOf } from "../../sheet/verdict.ts";
import type { Trouble } from "../../sheet/trouble/trouble.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import { isUnready, notRun, nothingSpent, placedEvent } from "./events.ts";
import type { Book } from "../book.ts";
import type { AgentRun, Attempt, Hands } from "../hands.ts";
import type { Performance } from "../../sheet/performance.ts";
import { detailOf, hindrance, lostTo } from "./fault.ts";
import { type Begun, type Played, conclude, interrupt, skip, tallyEntries } from "./finish.ts";
import { keepWatch } from "./watch.ts";

/** The cause that ends attempts. The snapshot that is taken then names it. */
export type Halt = keyof typeof halts;

/** The reason that the snapshot records. */
const halts = {
  pause: "pause",
  cancel: "cancel",
  shutdown: "shutdown",
  cost: "pause",
  tell: "pause",
  collision: "pause",
  room: "pause",
} as const satisfies Record<string, SnapshotWhy>;

interface Play {
  readonly begun: Begun;
  readonly cancel: AbortSignal;
  readonly onSpent: AgentRun["onSpent"];
  readonly onLive: AgentRun["onLive"];
  /** A snapshot of what it has done so far was taken. */
  readonly onSnapshot: () => void;
  /** The agent's run is over: what comes now costs nothing. */
  readonly onPlayed: (usage: Usage | null | undefined) => void;
  /** Another agent was paid to judge the result. */
  readonly onJudged: (usage: Usage | null) => void;
}

/**
 * Sees one attempt through: context, agent, capture, validations, verdict. The result is captured before anything
 * judges it: what validations write is not the agent's work, and a failing one must not cost it.
 */
export async function playAttempt(hands: Hands, book: Book, play: Play): Promise<Played> {
  const { attempt, start, refusal } = play.begun;
  const clock = stopwatch(hands);
  if (refusal !== null)
    return conclude(hands, book, {
      attempt,
      performance: notRun({ kind: "not-started", detail: refusal }, unmade(refusal)),
      spent: nothingSpent,
    });
  const context = await hands.enterContext(attempt, start, play.cancel).catch(hindrance);
  const contextMs = clock();
  if ("detail" in context && play.cancel.aborted)
    return interrupt(hands, book, { begun: play.begun, proof: undefined, usage: undefined });
  if ("detail" in context)
    return conclude(hands, book, {
      attempt,
      performance: notRun({ kind: "no-context", ...context }),
      spent: { ...nothingSpent, contextMs },
    });
  try {
    await place(hands, book, { attempt, context });
    return await playIn(hands, book, { ...play, context, contextMs, clock });
  } finally {
    await hands.leaveContext(context);
  }
}

/**
 * Writes down where the attempt runs. One that runs where its start said it would can be found by that alone, should
 * this process die: it is not held up, and the row shares a write with what comes next. One that fails: the next write
 * fails too, and that is waited for.
 */
async function place(
  hands: Hands,
  book: Book,
  { attempt, context }: { attempt: Attempt; context: Context },
): Promise<void> {
  const { id } = attempt.sheet;
  const before = book.state(id);
  const written = book.recordSheets([{ sheet: id, event: placedEvent(hands, attempt, context) }]);
  if (isAsMeant(before, book.state(id))) written.catch(() => undefined);
  else await written;
}

function isAsMeant(before: SheetState, after: SheetState): boolean {
  return (
    before.kind === "running" &&
    after.kind === "running" &&
    before.context === after.context &&
    before.base === after.base &&
    before.lands === after.lands
  );
}

/** Runs the validations. The row that says so shares a write with what comes next: a crash repeats them in any case. */
async function validated(
  hands: Hands,
  book: Book,
  { attempt, proof, cancel }: { attempt: Attempt; proof: CaptureProof; cancel: AbortSignal },
): Promise<Verdict> {
  if (attempt.sheet.validations.length > 0) {
    const event = { kind: "validating", at: hands.world.now(), attempt: attempt.attempt } as const;
    book.recordSheets([{ sheet: attempt.sheet.id, event }]).catch(() => undefined);
  }
  return hands.validate(attempt, proof, cancel);
}

async function playIn(
  hands: Hands,
  book: Book,
  play: Play & { context: Context; contextMs: number; clock: () => number },
): Promise<Played> {
  const { begun, cancel, context, contextMs, clock } = play;
  const { attempt } = begun;
  const readiness = await hands.prepare(attempt, context, cancel);
  if (isUnready(attempt)) {
    const event = { kind: "prepared", at: hands.world.now(), attempt: attempt.attempt } as const;
    book.recordSheets([{ sheet: attempt.sheet.id, event }]).catch(() => undefined);
  }
  if (attempt.job.interactive !== undefined && readiness.kind === "ready") return handOver(hands, book, play);
  const performance: Performance & { readonly isLost?: true } =
    readiness.kind === "ready"
      ? await watched(hands, book, { ...play, context }).catch((error: unknown) => lostTo(error, hands, attempt))
      : {
          ...(readiness.kind === "skip"
            ? notRun({ kind: "not-met", failed: [] })
            : notRun({ kind: "not-met", failed: readiness.failed }, readiness.trouble)),
          outlived: false,
        };
  const { end, usage, outlived, isLost = false } = performance;
  play.onPlayed(usage);
  // Before the capture, which may take a while: sheets that start meanwhile must know.
  if (!cancel.aborted && !isLost) await tellThrottles(hands, { begun, performance });
  const agentMs = clock();
  const proof = await hands.capture(attempt, context, whyOf(end, cancel)).catch(detailOf);
  const captureMs = clock();
  if ("detail" in proof)
    return conclude(hands, book, {
      attempt,
      performance: { ...performance, end: { kind: "no-capture", detail: proof.detail } },
      spent: { contextMs, agentMs, captureMs, checksMs: 0 },
    });
  if (readiness.kind === "skip" && !cancel.aborted) return skip(hands, book, { begun, proof, why: readiness.why });
  const verdict: Verdict =
    readiness.kind === "ready" && !isLost
      ? await validated(hands, book, { attempt, proof, cancel })
      : { kind: "unvalidated" };
  for (const { usage: paid } of resultsOf(verdict)) if (paid !== undefined) play.onJudged(paid);
  const spent = { contextMs, agentMs, captureMs, checksMs: clock() };
  await hands.settle(
    attempt,
    proof,
    !cancel.aborted && !isLost && meetsItsDefinition({ end, verdict, trouble: performance.trouble }),
  );
  // If a stop or a fault cut agent or validations short, the result says nothing about the work.
  const played =
    cancel.aborted || isLost
      ? await interrupt(hands, book, { begun, proof, usage, use: performance.use, isCrash: !cancel.aborted })
      : await conclude(hands, book, {
          attempt,
          performance,
          spent,
          proof,
          verdict,
          beside: tallyEntries(book, begun, verdict),
        });
  return outlived ? { ...played, isInUse: true } : played;
}

/**
 * The context of an interactive job is ready: the job pauses, and its agent runs in the terminal of a person who enters
 * it.
 */
async function handOver(hands: Hands, book: Book, { begun, context }: Play & { context: Context }): Promise<Played> {
  const proof = await hands.capture(begun.attempt, context, "pause");
  await book.recordJob({ kind: "pausing", at: hands.world.now(), now: false });
  return interrupt(hands, book, { begun, proof, usage: undefined });
}

/** Runs the agent, with a snapshot of what it has done so far every few minutes. */
async function watched(hands: Hands, book: Book, play: Play & { context: Context }): Promise<Performance> {
  const { attempt, start, brief, agent, session, budgetUsd } = play.begun;
  const watch = keepWatch(hands, { attempt, context: play.context, onSnapshot: play.onSnapshot });
  try {
    const upstream = upstreamOf(attempt.job.plan, attempt.sheet, (id) => book.state(id));
    let told: Promise<unknown> = Promise.resolve();
    const performance = await hands.play(attempt, play.context, {
      agent,
      session: session === null ? null : { ...session, isSameFolder: start.reuse && play.context.id === start.context },
      brief,
      effort: play.begun.effort,
      notes: shownTo(book.state(attempt.sheet.id)),
      upstream,
      budgetUsd,
      cancel: play.cancel,
      onSpent: play.onSpent,
      onLive: play.onLive,
      onAlive: (sign) => {
        const event = {
          kind: "playing",
          at: hands.world.now(),
          attempt: attempt.attempt,
          agent: agentName(agent),
          ...sign,
        } as const;
        told = book.recordSheets([{ sheet: attempt.sheet.id, event }]);
        // The caller below hears of a journal that can't be written.
        told.catch(() => undefined);
      },
    });
    await told;
    return performance;
  } finally {
    await watch.stop();
  }
}

function shownTo(state: SheetState): readonly string[] {
  return state.kind === "running" ? (state.counts.drawn?.shown ?? []) : [];
}

/** A sheet whose condition can't be evaluated would not be played well by any agent. */
function unmade(detail: string): Trouble {
  return { code: "E603", detail, resetAt: null };
}

function isHalt(reason: unknown): reason is Halt {
  return typeof reason === "string" && Object.hasOwn(halts, reason);
}

function whyOf(end: AgentEnd, cancel: AbortSignal): SnapshotWhy {
  if (cancel.aborted) return isHalt(cancel.reason) ? halts[cancel.reason] : "shutdown";
  if (end.kind === "timed-out" || end.kind === "idle" || end.kind === "silent") return "time-out";
  return end.kind === "cancelled" ? "cancel" : "end";
}

/** Reports facts that all other runs of the account may need. */
async function tellThrottles(
  hands: Hands,
  { begun, performance }: { begun: Begun; performance: Performance },
): Promise<void> {
  const { end, trouble } = performance;
  await hands.throttles.note(
    begun.out,
    { end, trouble, at: hands.world.now(), chance: hands.world.random() },
    begun.attempt.sheet.retry,
  );
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
