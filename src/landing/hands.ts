import type { CommitSha } from "../base/ids.ts";
import type { World } from "../base/world/world.ts";
import type { Git } from "../git/git.ts";
import type { Objects } from "../git/objects/objects.ts";
import type { ObjectStore } from "../isolation/store/object-store.ts";
import type { RunProcess } from "../process/process.ts";
import type { FilledMessage } from "../score/plan/landing-plan.ts";
import type { Job } from "../sheet/job.ts";
import type { Verdict } from "../sheet/verdict.ts";
import type { Candidate } from "./candidate.ts";
import type { GateFile } from "./gates/file.ts";
import type { TestReport } from "./gates/gate.ts";
import type { TestQuestion } from "./gates/ask.ts";
import type { SheetPromise, Promiser } from "./promises/promise.ts";

/** The parts that move a target. */
export interface PublishHands {
  readonly git: Git;
  readonly store: ObjectStore;
  readonly self: OwnProcess;
}

/** The Tutti that lands. */
interface OwnProcess {
  readonly world: World;
  /** A folder for short-lived files. */
  readonly scratch: string;
  /** Marks its locks in the user's checkout. */
  readonly owner: string;
  /** Tells people what a landing waits for, or could not repair. */
  readonly notice?: (text: string) => void;
  /** Runs tools that make lock files and generated files; absent: such files stay in conflict. */
  readonly tools?: { readonly run: RunProcess; readonly environment: Readonly<Record<string, string>> };
}

/** The parts that landing works with. */
export interface LandingHands extends PublishHands {
  /** Those of Tutti's store. */
  readonly objects: Objects;
  /** Those of the user's repository. */
  readonly userObjects: Objects;
  readonly sheets: SheetHands;
  readonly gates: GateDesk;
  /**
   * Meanwhile no one works in the user's own folder, and no other target of the repository moves. `undefined`:
   * cancelled.
   */
  alone<T>(
    turn: { readonly who: string; readonly cancel: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T | undefined>;
}

interface GateDesk {
  /** The gate file of a commit of the target. */
  file(commit: CommitSha): Promise<GateFile>;
  test(question: TestQuestion): Promise<readonly TestReport[]>;
}

export interface SheetHands {
  /** On a commit with the merged tree, in a folder of its own. */
  validate(
    candidate: Candidate,
    look: { readonly commit: CommitSha; readonly parent: CommitSha },
    cancel: AbortSignal,
  ): Promise<Verdict>;
  /** The score's message for a sheet's commit. */
  message(candidate: Candidate): FilledMessage;
  /** The promises of a sheet about trees after its landing. */
  promised(promiser: Promiser): readonly SheetPromise[];
  /** Where the first attempt started. */
  startedFrom(candidate: Candidate): Promise<CommitSha>;
  /** A job by its name, where this home knows it. */
  job(id: string): Promise<Job | undefined>;
}
