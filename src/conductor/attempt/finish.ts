import type { MachineUse } from "../../base/home/machine-use.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import { talliesOf } from "../../sheet/cost/tallies.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { Session } from "../../sheet/state.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { Entry } from "../../store/entry.ts";
import type { Out } from "../agents/throttles.ts";
import type { Book, SheetRelease } from "../book.ts";
import type { Attempt, Hands, Start } from "../hands.ts";
import { type Conclusion, endedEvent, interruptedEvent, notRun, nothingSpent } from "./events.ts";

/** An attempt whose start is in the journal. */
export interface Begun {
  readonly attempt: Attempt;
  readonly start: Start;
  readonly brief: string | null;
  readonly effort: number;
  readonly agent: AgentPlan;
  /** Its place with that agent. */
  readonly out: Out;
  readonly session: Session | null;
  /** The cost limit of its run; `null`: no limit. */
  readonly budgetUsd: number | null;
  /** Why it can't be played at all; it ends without a context. */
  readonly refusal: string | null;
}

export interface Played {
  readonly releases: readonly SheetRelease[];
  /** In hand, the context may be destroyed; absent when there was none, or it could not be captured. */
  readonly proof: CaptureProof | undefined;
  /** The run's usage; see `Purse.settle`. */
  readonly usage: Usage | null | undefined;
  /** Something the agent started may still work in the context: it can't be taken away yet. */
  readonly isInUse?: true;
}

/** The findings that it fixed are counted in the same step as its end: nothing is counted twice, or not at all. */
export function tallyEntries(
  book: Book,
  { attempt: { sheet }, agent, effort }: Begun,
  verdict: Verdict,
): readonly Entry[] {
  const state = book.state(sheet.id);
  const before = state.kind === "running" ? (state.lands ? state.best : state.folder)?.verdict : undefined;
  const tallies = talliesOf({ agent, effort, efforts: sheet.retry.efforts, verdict, before: before ?? null });
  return tallies.length === 0 ? [] : [{ about: "tallies", tallies }];
}

export async function conclude(
  hands: Hands,
  book: Book,
  conclusion: Conclusion & { readonly beside?: readonly Entry[] },
): Promise<Played> {
  const event = endedEvent(hands, conclusion);
  const releases = await book.recordSheets([{ sheet: conclusion.attempt.sheet.id, event }], conclusion.beside);
  return { releases, proof: conclusion.proof, usage: conclusion.performance.usage };
}

/** Ends an attempt whose context can't be captured: no further attempt overwrites the only copy. */
export async function loseAttempt(hands: Hands, book: Book, lost: { attempt: Attempt; detail: string }): Promise<void> {
  const event = endedEvent(hands, {
    attempt: lost.attempt,
    performance: notRun({ kind: "no-capture", detail: lost.detail }),
    spent: nothingSpent,
  });
  await book.recordSheets([{ sheet: lost.attempt.sheet.id, event }]);
}

export async function skip(
  hands: Hands,
  book: Book,
  passed: { begun: Begun; proof: CaptureProof; why: string },
): Promise<Played> {
  const event = { kind: "skipped", at: hands.world.now(), why: passed.why } as const;
  return {
    releases: await book.recordSheets([{ sheet: passed.begun.attempt.sheet.id, event }]),
    proof: passed.proof,
    usage: undefined,
  };
}

export async function interrupt(hands: Hands, book: Book, cut: Interruption): Promise<Played> {
  const { attempt } = cut.begun;
  const { proof, usage, use } = cut;
  const event = interruptedEvent(hands, attempt, { proof, usage, use, asked: cut.isCrash !== true });
  return { releases: await book.recordSheets([{ sheet: attempt.sheet.id, event }]), proof, usage };
}

interface Interruption {
  readonly begun: Begun;
  readonly proof: CaptureProof | undefined;
  readonly usage: Usage | null | undefined;
  readonly use?: MachineUse | undefined;
  /** Unasked. */
  readonly isCrash?: boolean;
}
