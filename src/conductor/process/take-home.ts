import { setTimeout as pause } from "node:timers/promises";
import { askConductor } from "../../api/local/answer.ts";
import { busy } from "../../api/local/problems.ts";
import type { Running } from "../../api/local/running.ts";
import type { ConductorPlaces } from "../../base/home/conductor-places.ts";
import { type OsLock, tryOsLock } from "../../lock/os-lock.ts";

/** A process that only tests the lock holds it for a moment; a conductor that just took it needs a moment to answer. */
const usualPatience = { livingMs: 15_000, unknownMs: 3000 };
const pollMs = 50;

export type Taken =
  | { readonly kind: "taken"; readonly lock: OsLock }
  /** Another conductor already answers. */
  | { readonly kind: "conducted"; readonly pid: number; readonly version: string };

/** Takes the writer lock of a home, or names the conductor that holds it. */
export async function takeHome(places: ConductorPlaces, version: string, patience = usualPatience): Promise<Taken> {
  const begun = performance.now();
  for (;;) {
    const lock = tryOsLock(places.writerLock);
    if (lock !== undefined) return { kind: "taken", lock };
    const answer = await askConductor(places, { version, client: "start" });
    switch (answer.kind) {
      case "answers":
        await answer.tutti.close();
        return { kind: "conducted", pid: answer.tutti.hello.pid, version: answer.tutti.hello.version };
      case "refused":
        return { kind: "conducted", pid: answer.running.pid, version: answer.running.version };
      case "absent":
      case "silent":
        requirePatience(places, {
          living: answer.kind === "silent" ? answer.living : undefined,
          waitedMs: performance.now() - begun,
          patience,
        });
        await pause(pollMs);
    }
  }
}

interface Waiting {
  readonly living: Running | undefined;
  readonly waitedMs: number;
  readonly patience: typeof usualPatience;
}

/** A live conductor may still be starting on a busy machine. */
function requirePatience(places: ConductorPlaces, { living, waitedMs, patience }: Waiting): void {
  if (waitedMs > (living === undefined ? patience.unknownMs : patience.livingMs)) throw busy(places, living);
}
