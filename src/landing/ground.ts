import type { CommitSha, TreeSha } from "../base/ids.ts";
import type { Change } from "../git/diff/changes.ts";
import type { Job } from "../sheet/job.ts";
import type { LandingLevel } from "../sheet/state.ts";
import type { Verdict } from "../sheet/verdict.ts";
import type { Candidate, Landed, Layer } from "./candidate.ts";
import type { Gate, TestReport } from "./gates/gate.ts";
import type { Requirement, SheetPromise } from "./promises/promise.ts";

/** Where a target stands. */
export interface Head {
  readonly commit: CommitSha;
  readonly tree: TreeSha;
}

/** What becomes of a candidate on top of a tree. */
export type LayerOutcome =
  | { readonly kind: "layer"; readonly layer: Layer }
  | { readonly kind: "conflict"; readonly conflict: Conflict }
  /** It changes paths that need a person's word, which it has not. */
  | { readonly kind: "protected"; readonly paths: readonly string[] }
  /** The tree already has all of it. */
  | { readonly kind: "absorbed" };

export interface Conflict {
  /** As people read them. */
  readonly paths: readonly string[];
  /** What an agent is told of both sides, cut. */
  readonly brief: string | null;
}

interface Settled {
  /** On the target already. */
  readonly landed: readonly Landed[];
  /** Meant to land once, and proven not to have. */
  readonly withdrawn: readonly Candidate[];
}

/** What became of the attempt to move a target. */
export type PublishOutcome =
  | { readonly kind: "published" }
  /** The target is not where the batch begins any more. */
  | { readonly kind: "moved" }
  /** Somebody is at work in the user's checkout, and nobody waits for its end. */
  | { readonly kind: "called-off" }
  /**
   * The user's checkout of the target stands in the way; nothing of it was touched. `isDoubtful`: it may as well have
   * been a fault of the machine. `isPassing`: a git of the user's is at work there and may be done soon.
   */
  | { readonly kind: "blocked"; readonly why: string; readonly isDoubtful?: true; readonly isPassing?: true };

/** What a layer becomes a commit with. */
export interface Proven {
  readonly layer: Layer;
  readonly level: LandingLevel;
  /** What gates said of this tree, or of the tree that it landed in a batch with. */
  readonly gates: readonly TestReport[];
  /** What landed sheets promised, asked of the same trees; absent: nobody's promises are asked. */
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
  /** How often in a row somebody else was first. */
  readonly lost: number;
  readonly cancel: AbortSignal;
}

/** All that a queue does to git and the world, for one target. A model of it in memory plays the queue's tests. */
export interface Ground {
  /** Full name of the target's ref. */
  readonly ref: string;
  /**
   * Has whoever else lands on this repository wait, other homes too, while this is done: for those that were too late
   * before. Courtesy, no guarantee: what a target is moved by stays a compare-and-swap. `undefined`: it was called off
   * before its turn came.
   */
  inTurn<T>(turn: TurnWish, work: () => Promise<T>): Promise<T | undefined>;
  open(): Promise<Head>;
  /** Which of these are on the target already: git knows. */
  settle(head: Head, candidates: readonly Candidate[]): Promise<Settled>;
  /** What a candidate changes, from its base to its capture. */
  changes(candidate: Candidate): Promise<readonly Change[]>;
  /** Puts a candidate on a tree, on objects alone. */
  layer(candidate: Candidate, step: { readonly below: TreeSha; readonly head: Head }): Promise<LayerOutcome>;
  /** What a candidate's result has to pass besides its own validations, by what the target says. */
  gates(head: Head, candidate: Candidate): Promise<readonly Gate[]>;
  /** What sheets promised that landed since the candidate's base, as far as its score wants that kept. */
  standing(head: Head, candidate: Candidate): Promise<readonly SheetPromise[]>;
  /** What the candidate itself promises of later trees. */
  promised(candidate: Candidate): readonly SheetPromise[];
  /** Runs the sheet's own validations on a layer. */
  validate(layer: Layer, cancel: AbortSignal): Promise<Verdict>;
  /**
   * Runs gates on a tree, and stops at the first that fails; then asks for promises. `heard` is told what each says as
   * it does. `isTrial`: a failure may be left in doubt; who wants to know for sure asks again without it.
   */
  test(what: Testing): Promise<readonly TestReport[]>;
  /** Makes commits of layers, one on the other. Nothing has moved yet. */
  commit(head: Head, stack: readonly Proven[]): Promise<readonly Landed[]>;
  /** Moves the target over all of them in one step. */
  publish(head: Head, stack: readonly Landed[], cancel: AbortSignal): Promise<PublishOutcome>;
  /** The branch that a job's results go to when its target stands in the way. */
  fallbackBranch(job: Job): Promise<string>;
  /** Leaves their receipts; doing it again changes nothing. */
  receipt(stack: readonly Landed[]): Promise<void>;
}
