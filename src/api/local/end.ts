import { setTimeout as pause } from "node:timers/promises";
import type { ConductorPlaces } from "../../base/home/conductor-places.ts";
import { isOsLockHeld } from "../../lock/os-lock.ts";
import { signalProcess } from "../../process/tree/proc.ts";
import { askConductor } from "./answer.ts";
import { busy } from "./problems.ts";
import { type Running, processOf } from "./running.ts";

export interface EndHow {
  readonly version: string;
  /** Without waiting for what runs to be captured: that is done at the next start. */
  readonly now: boolean;
  readonly why: string;
  readonly signal?: AbortSignal;
}

export type Ended =
  | { readonly kind: "absent" }
  | { readonly kind: "ended"; readonly pid: number /** Jobs that were being played. */; readonly jobs: number | null };

/** Ends the conductor of a home, and comes back when nothing of it is left. */
export async function endConductor(places: ConductorPlaces, how: EndHow): Promise<Ended> {
  const answer = await askConductor(places, { version: how.version, client: "stop" });
  switch (answer.kind) {
    case "absent":
      return { kind: "absent" };
    case "refused":
      if (!signal(answer.running, how.now ? "SIGKILL" : "SIGTERM")) throw answer.error;
      return ended(places, how, { pid: answer.running.pid, jobs: null });
    case "silent":
      if (!how.now || answer.living === undefined) throw busy(places, answer.living);
      signal(answer.living, "SIGKILL");
      return ended(places, how, { pid: answer.living.pid, jobs: null });
    case "answers": {
      const { tutti, running } = answer;
      // One that waits for its disk can't tell.
      const jobs = await tutti.call("conductor.status", {}).then(
        (status) => status.jobs.playing,
        () => null,
      );
      await tutti.call("conductor.shutdown", { why: how.why });
      // The second word to stop is the one that does not wait.
      if (how.now) signal(running, "SIGTERM");
      await tutti.close();
      return ended(places, how, { pid: tutti.hello.pid, jobs });
    }
  }
}

async function ended(places: ConductorPlaces, how: EndHow, who: { pid: number; jobs: number | null }): Promise<Ended> {
  await waitForEnd(places, how);
  return { kind: "ended", ...who };
}

/** The lock is what tells: it goes with the process, however that ends. */
export async function waitForEnd(
  places: ConductorPlaces,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<void> {
  while (isOsLockHeld(places.writerLock)) {
    if (signal?.aborted === true) throw busy(places, undefined);
    await pause(pollMs);
  }
}

const pollMs = 20;

/** False for a process that is not proven to be the conductor's. */
function signal(running: Running, name: NodeJS.Signals): boolean {
  const row = processOf(running);
  return row !== null && signalProcess(row, name);
}
