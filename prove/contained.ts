import { randomUUID } from "node:crypto";
import { realWorld } from "../src/base/world/real-world.ts";
import { type Containment, containmentKinds, processGroup } from "../src/process/tree/containment.ts";
import { ownerId } from "../src/process/tree/marker.ts";
import { findContainment } from "../src/process/tree/probe.ts";
import type { RunProcess } from "../src/process/process.ts";
import { makeRunProcess } from "../src/process/run/run.ts";

/** How Tutti runs programs, in a containment of its choice. */
export function runnerIn(containment: Containment): RunProcess {
  return makeRunProcess({ containment, owner: ownerId(randomUUID(), 1), clock: realWorld });
}

/** Those that work on this machine, the strongest first. */
export async function containmentsHere(): Promise<readonly [Containment, ...Containment[]]> {
  const run = runnerIn(processGroup);
  const tried = containmentKinds.map((choice) => findContainment({ choice, path: process.env["PATH"], run }));
  const found = (await Promise.allSettled(tried)).flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const [first, ...rest] = found;
  // A plain process group works everywhere.
  return first === undefined ? [processGroup] : [first, ...rest];
}
