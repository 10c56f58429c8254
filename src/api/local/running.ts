import { readFileSync } from "node:fs";
import type { ConductorPlaces } from "../../base/home/conductor-places.ts";
import { writeWhole } from "../../base/files/write/write-whole.ts";
import { type Owner, ownerName, thisOwner } from "../../process/tree/owner.ts";
import { type ProcessRow, readProcess } from "../../process/tree/proc.ts";

/**
 * Who started it. One that a client started ends by itself when no client needs it; one in the foreground is its starter's
 * to end.
 */
export type StartedBy = "client" | "hand" | "foreground";

/** The conductor's record of itself for its clients. A claim: it may be left over from one that was killed. */
export interface Running extends Owner {
  readonly version: string;
  readonly protocol: number;
  readonly socket: string;
  readonly startedAt: number;
  readonly startedBy: StartedBy;
}

export async function writeRunning(places: ConductorPlaces, running: Running): Promise<void> {
  await writeWhole(places.running, `${JSON.stringify(running)}\n`);
}

/** `undefined` when there is none, or none that can be read. */
export function readRunning(places: ConductorPlaces): Running | undefined {
  try {
    // At once: Node's promises for files take longer to load than this takes to read.
    const found: unknown = JSON.parse(readFileSync(places.running, "utf8"));
    return isRunning(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** `undefined` when it is gone, or can't be proven to be there. */
export function readLiving(places: ConductorPlaces): Running | undefined {
  const running = readRunning(places);
  return running !== undefined && processOf(running) !== null ? running : undefined;
}

/**
 * Its process. A pid alone may be anybody's by now: boot, pid namespace and start time have to be those that were
 * written down.
 */
export function processOf(running: Running): ProcessRow | null {
  const { bootId, pidNamespace } = thisOwner();
  const row = running.bootId === bootId && running.pidNamespace === pidNamespace ? readProcess(running.pid) : null;
  return row?.startTime === running.startTime ? row : null;
}

function isRunning(found: unknown): found is Running {
  const fields = found as Partial<Record<keyof Running, unknown>> | null;
  const texts = [
    fields?.startTime,
    fields?.bootId,
    fields?.pidNamespace,
    fields?.version,
    fields?.socket,
    fields?.startedBy,
  ];
  return (
    texts.every((text) => typeof text === "string") &&
    [fields?.pid, fields?.protocol, fields?.startedAt].every((number) => Number.isSafeInteger(number))
  );
}

/** This process as the conductor knows it: a person's visit lasts as long as the process that they started. */
export function visitorHere(): string {
  return ownerName(thisOwner());
}
