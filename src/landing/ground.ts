import type { CommitSha, TreeSha } from "../base/ids.ts";
import type { Change } from "../git/diff/changes.ts";
import type { Job } from "../sheet/job.ts";
import type { LandingLevel } from "../sheet/state.ts";
import type { Verdict } from "../sheet/verdict.ts";
import type { FallenMerge } from "../sheet/merges.ts";
import type { Candidate, Landed, Layer } from "./candidate.ts";
import type { Gate, TestReport } from "./gates/gate.ts";
import type { Meetings } from "./line/friction.ts";
import type { Requirement, SheetPromise } from "./promises/promise.ts";

/** Where a target stands. */
export interface Head {
  readonly commit: CommitSha;
  readonly tree: TreeSha;
}

/** The outcome of a candidate on top of a tree. */
export type LayerOutcome =
  | { readonly kind: "layer"; readonly layer: Layer }
  | { readonly kind: "conflict"; readonly conflict: Conflict }
  /** It changes paths that need a person's approval. */
  | { readonly kind: "protected"; readonly paths: readonly string[] }
  /** The tree already has all of it. */
  | { readonly kind: "absorbed" };

export interface Conflict {
  /** As people read them. */
  readonly paths: readonly string[];
  /** Both sides for the agent, cut. */
  readonly brief: string | null;
  /** Merges that were tested. */
  readonly fallen?: readonly FallenMerge[];
  /** Merges that were proposed and not tested: a sentence for each reason. */
  readonly untested?: readonly string[];
  /** The next attempt continues from it; absent: it begins anew. */
  readonly handover?: Handover;
}

/** Files for an agent, merged but for some regions. */
export interface Handover {
  readonly commit: CommitSha;
  readonly base: CommitSha;
  readonly regions: number;
  /** Of both sides, in all regions. */
  readonly lines: number;
}

interface Settled {
  /** On the target already. */
  readonly landed: readonly Landed[];
  /** Meant to land once, and proven not to have. */
  readonly withdrawn: readonly Candidate[];
}

/** The outcome of an attempt to move a target. */
export type PublishOutcome =
  | { readonly kind: "published" }
  /** The target is not where the batch begins any more. */
  | { readonly kind: "moved" }
  /** A person is at work in the checkout, and the wait was cancelled. */
  | { readonly kind: "called-off" }
  /**
   * The user's checkout of the target is in the way; nothing was touched. `isDoubtful`: it may be a fault of the
   * machine. `isPassing`: a git of the user's is at work and may finish soon.
   */
  | { readonly kind: "blocked"; readonly why: string; readonly isDoubtful?: true; readonly isPassing?: true };

/** The facts that turn a layer into a commit. */
export interface Proven {
  readonly layer: Layer;
  readonly level: LandingLevel;
  /** Of this tree, or of its batch's. */
  readonly gates: readonly TestReport[];
  /** Of the same trees; absent: no promises are checked. */
  readonly promises?: readonly TestReport[];
}

export interface Testing {
  readonly tree: TreeSha;
  readonly head: Head;
  readonly requirements: readonly Requirement[];
  /** How many promises are asked at once. */
  readonly atOnce?: number;
  readonly cancel: AbortSignal;
  readonly heard?: (report: TestReport) => void;
  readonly isTrial?: boolean;
}

interface TurnWish {
  /** Lost races in a row. */
  readonly lost: number;
  readonly cancel: AbortSignal;
}

export interface LayerStep {
  readonly below: TreeSha;
  readonly head: Head;
  /** All results between the head and `below` have validations that are asked again. */
  readonly isGuarded?: boolean;
}

/** Everything that a queue does to git and the world, for one target. The queue's tests use a model of it in memory. */
export interface Ground {
  /** Full name of the target's ref. */
  readonly ref: string;
  /**
   * After a lost race: others who land here wait meanwhile, in other homes too. A courtesy: the compare-and-swap alone
   * guards the target. `undefined`: cancelled before its turn.
   */
  inTurn<T>(turn: TurnWish, work: () => Promise<T>): Promise<T | undefined>;
  open(): Promise<Head>;
  /** Which of these are on the target already: git knows. */
  settle(head: Head, candidates: readonly Candidate[]): Promise<Settled>;
  /** A candidate's changes, from its base to its capture. */
  changes(candidate: Candidate): Promise<readonly Change[]>;
  /** How candidates meet in files that several of them change. */
  meetings?(candidates: readonly Candidate[]): Promise<Meetings>;
  /** Puts a candidate on a tree, on objects alone. */
  layer(candidate: Candidate, step: LayerStep): Promise<LayerOutcome>;
  /** A merge that git could not make failed its tests: the next layer of its candidate is another one. */
  passOver?(layer: Layer, why: string): void;
  /** Besides its own validations, by the target's file. */
  gates(head: Head, candidate: Candidate): Promise<readonly Gate[]>;
  /** Promises of sheets that landed since the candidate's base, as far as its score wants them kept. */
  standing(head: Head, candidate: Candidate): Promise<readonly SheetPromise[]>;
  /** The candidate's own promises about later trees. */
  promised(candidate: Candidate): readonly SheetPromise[];
  /** Runs the sheet's own validations on a layer. */
  validate(layer: Layer, cancel: AbortSignal): Promise<Verdict>;
  /**
   * Runs gates until one fails, then promises. `heard` gets each report at once. `isTrial`: a failure may be left in
   * doubt.
   */
  test(what: Testing): Promise<readonly TestReport[]>;
  /** One on the other. Nothing has moved yet. */
  commit(head: Head, stack: readonly Proven[]): Promise<readonly Landed[]>;
  /** Moves the target over all of them in one step. */
  publish(head: Head, stack: readonly Landed[], cancel: AbortSignal): Promise<PublishOutcome>;
  /** For a job whose target is blocked. */
  fallbackBranch(job: Job): Promise<string>;
  /** Tells people who follow a job that lands here. */
  notice?(text: string): void;
  /** Leaves their receipts; doing it again changes nothing. */
  receipt(stack: readonly Landed[]): Promise<void>;
}
