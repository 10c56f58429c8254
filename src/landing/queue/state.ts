import type { CommitSha, JobId } from "../../base/ids.ts";
import type { World } from "../../base/world.ts";
import type { Ground } from "../ground.ts";
import type { Line } from "./line.ts";
import type { Entry } from "./offer.ts";
import type { Tests } from "./testing/tests.ts";

/** What a queue knows between two looks at its line. */
export interface QueueState {
  readonly ground: Ground;
  readonly world: World;
  readonly tests: Tests;
  /** The head this queue left the target at: everything up to it is recorded. */
  known: CommitSha | undefined;
  /** How often in a row somebody else was first. */
  lost: number;
  /** So many more landings are made in turn with whoever else lands here: somebody else was first not long ago. */
  crowded: number;
  /** How often in a row a checkout seemed to stand in the way, and it may have been a fault of the machine. */
  doubts: number;
  /** The number that the last result in the line got. */
  places: number;
  /** As they are to land, by a person's word and by their places. */
  inOrder(entries: readonly Entry[]): readonly Entry[];
  /** Looks again after so long, unless something rings before. */
  wakeIn(delayMs: number): void;
  /** How many results the next test may cover; `undefined` before the first. */
  window: number | undefined;
  /** Promises that the target itself does not keep, by their digests: nobody in the line is asked for them. */
  forgiven: ReadonlySet<string>;
  /** As it was seen last, for whoever looks. */
  line: Line | undefined;
  /** They have their answer in the journal, or are to be offered anew. */
  settle(entries: readonly Entry[]): void;
  /** All of a job's: they are to be offered anew, since they land elsewhere now. */
  release(job: JobId): void;
  fail(entries: readonly Entry[], error: unknown): void;
}
