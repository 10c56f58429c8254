import { messageOf } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import { successorEntry } from "../../conductor/book.ts";
import type { InTurn } from "../../conductor/jobs/once.ts";
import type { FilledCommand, FilledScore } from "../../score/follow/fill.ts";
import type { Store } from "../../store/store.ts";
import type { Successor, SuccessorState } from "../successor.ts";

export interface TakeParts {
  readonly store: Store;
  readonly world: World;
  readonly steps: Steps;
  /** One step of a chain at a time: a cancel comes before a submission or after it, never between. */
  readonly inTurn: InTurn;
  readonly isStopping: () => boolean;
}

/** The steps themselves. */
export interface Steps {
  /** Makes a job of a score. It records `started` in one transaction with the job. */
  startScore(successor: Successor, step: FilledScore): Promise<void>;
  /** Why it failed; `null`: it did not. */
  runCommand(successor: Successor, step: FilledCommand, cancel: AbortSignal): Promise<string | null>;
  /** Whether an error will be gone by itself. */
  isPassing(error: unknown): boolean;
}

export async function record({ store, world }: TakeParts, successor: Successor, state: SuccessorState): Promise<void> {
  await store.journal.append([successorEntry({ ...successor, state }, world.now(), false)]);
}

/** It is unknown how far a command came whose conductor was killed. */
export async function settleLost(parts: TakeParts, successor: Successor): Promise<void> {
  await record(parts, successor, cutShort(successor, "the conductor was killed while it ran"));
}

function cutShort({ step }: Successor, why: string): SuccessorState {
  const isRepeatable = step.kind === "command" && step.repeatable;
  return isRepeatable ? { kind: "waiting" } : { kind: "unknown", why: `${why}, and it is not repeatable` };
}

/** Takes a step. `later`: it could not be taken now, and can be tried again. */
export async function take(parts: TakeParts, successor: Successor, cancel: AbortSignal): Promise<"taken" | "later"> {
  try {
    if (await begin(parts, successor)) await finish(parts, successor, cancel);
    return "taken";
  } catch (error) {
    if (parts.isStopping() || parts.steps.isPassing(error)) return "later";
    await record(parts, successor, { kind: "failed", why: messageOf(error) });
    return "taken";
  }
}

/** The intent of a command is recorded before it runs. False: its chain was cancelled in the meantime. */
async function begin(parts: TakeParts, successor: Successor): Promise<boolean> {
  const { step, root } = successor;
  return parts.inTurn(root, async () => {
    if (parts.isStopping() || step.kind === "unfilled" || (await parts.store.isChainCancelled(root))) return false;
    if (step.kind === "score") await parts.steps.startScore(successor, step);
    else await record(parts, successor, { kind: "running" });
    return true;
  });
}

async function finish(parts: TakeParts, successor: Successor, cancel: AbortSignal): Promise<void> {
  const { step } = successor;
  if (step.kind !== "command") return;
  const why = await parts.steps.runCommand(successor, step, cancel);
  const isCut = parts.isStopping() && cancel.aborted;
  const end: SuccessorState = why === null ? { kind: "succeeded" } : { kind: "failed", why };
  await record(parts, successor, isCut ? cutShort(successor, "the conductor was stopped while it ran") : end);
}

/** Nothing more follows in a chain. */
export async function endChain({ store, world, inTurn }: TakeParts, root: JobId): Promise<void> {
  await inTurn(root, () => store.journal.append([{ about: "chain-end", root, at: world.now() }]));
}
