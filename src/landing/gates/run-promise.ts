import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { allPass, failedOf } from "../../sheet/verdict.ts";
import type { SheetPromise } from "../promises/promise.ts";
import type { GateHands } from "./hands.ts";
import type { GateRun } from "./run-once.ts";

interface PromiseRequest {
  readonly ask: SheetPromise;
  readonly commit: CommitSha;
  readonly cancel: AbortSignal;
}

/** Asks a commit once for what a landed sheet promised. `undefined`: it was called off, which says nothing. */
export async function runPromise(
  hands: GateHands,
  { ask, commit, cancel }: PromiseRequest,
): Promise<GateRun | undefined> {
  if (hands.promise === undefined)
    throw new TuttiError("bug.unexpected", `this process can't check the ${ask.name}`, { audience: "bug" });
  const isOff = (): boolean => cancel.aborted;
  if (isOff()) return undefined;
  const startedAt = hands.world.now();
  const verdict = await hands.promise(ask, { commit, cancel });
  if (isOff()) return undefined;
  const passed = allPass(verdict);
  const reason = passed
    ? ""
    : failedOf(verdict)
        .map((result) => `${result.description}: ${result.reason}`)
        .join("\n");
  return {
    passed,
    reason,
    tail: reason,
    ms: hands.world.now() - startedAt,
    log: null,
    timedOut: false,
    mayDiffer: true,
    isMachines: false,
  };
}
