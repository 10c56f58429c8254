import type { CommitSha } from "../base/ids.ts";
import type { World } from "../base/world.ts";
import type { CaptureProof } from "../isolation/capture/capture.ts";
import type { Context } from "../isolation/context.ts";
import type { Destruction } from "../isolation/destroy.ts";
import type { Candidate } from "../landing/candidate.ts";
import type { LandingRecord } from "../landing/lander.ts";
import type { Upstream } from "../schedule/upstream.ts";
import type { SheetPlan } from "../score/plan.ts";
import type { AgentEnd } from "../sheet/event.ts";
import type { Job } from "../sheet/job.ts";
import type { Verdict } from "../sheet/verdict.ts";
import type { Journal } from "../store/journal.ts";

/** One attempt at a sheet of a job. */
export interface Attempt {
  readonly job: Job;
  readonly sheet: SheetPlan;
  readonly attempt: number;
}

/** Whether there is anything for the agent to do, and whether it may. */
export type Readiness =
  { readonly kind: "ready" } | { readonly kind: "skip"; readonly why: string } | { readonly kind: "not-met"; readonly failed: readonly string[] };

/** Everything the loops do to the world. The composition root gives real ones; a simulation gives its own. */
export interface Hands {
  readonly world: World;
  readonly journal: Journal;
  /** Where the target stands now: the base of the next attempt. Kept from pruning from then on. */
  readBase(job: Job): Promise<CommitSha>;
  createContext(attempt: Attempt, start: { base: CommitSha; continueFrom: CommitSha | null }): Promise<Context>;
  /** The context an attempt left behind; `undefined` when there is none or no agent ever got it. */
  reopenContext(attempt: Attempt): Promise<Context | undefined>;
  /** Runs what the sheet wants to be run before its agent, on a copy of what it starts from. */
  prepare(attempt: Attempt, context: Context, cancel: AbortSignal): Promise<Readiness>;
  play(
    attempt: Attempt,
    context: Context,
    run: { brief: string | null; upstream: Upstream; cancel: AbortSignal },
  ): Promise<{ readonly end: AgentEnd; readonly outlived: boolean }>;
  capture(attempt: Attempt, context: Context): Promise<CaptureProof>;
  /** Runs the sheet's validations in the context that was captured. */
  validate(attempt: Attempt, proof: CaptureProof, cancel: AbortSignal): Promise<Verdict>;
  destroy(proof: CaptureProof): Promise<Destruction>;
  /** Something a person should know that changes no state: a context kept, files left out, a clean-up that failed. */
  notice(text: string): void;
  /** Puts right what a crash left in Tutti's own folders and in the user's checkout. */
  repair(job: Job, isInterrupted: boolean): Promise<void>;
  land(job: Job, candidates: readonly Candidate[], record: LandingRecord): Promise<void>;
}
