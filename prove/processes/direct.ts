import type { Containment } from "../../src/process/tree/containment.ts";
import { runnerIn } from "../contained.ts";
import { endAll, livingWith, survivorsOf, untilLiving } from "./survivors.ts";
import { type Animal, animalScript } from "./zoo.ts";

/** How one animal fared. */
export interface Fate {
  readonly animal: string;
  readonly end: string;
  readonly containment: string;
  readonly survivors: number;
  /** What went wrong besides; empty when all went as planned. */
  readonly fault: string;
}

export const directEnds = ["time-out", "cancel"] as const;

/** Long enough for a slow machine to start a shell in. */
const timeoutMs = 1500;
const dyingMs = 3000;

/** One animal, run by Tutti's own runner and ended by it. */
export async function endDirectly(
  animal: Animal,
  end: (typeof directEnds)[number],
  containment: Containment,
): Promise<Fate> {
  const tag = `tutti-zoo-${crypto.randomUUID()}`;
  const abort = new AbortController();
  const running = runnerIn(containment)({
    argv: ["/bin/sh", "-c", animalScript(animal, tag)],
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "" },
    output: { kind: "memory", capBytes: 10_000 },
    tree: "contained",
    limits: { graceMs: 200, cancel: abort.signal, ...(end === "time-out" ? { timeoutMs } : {}) },
  });
  const born = await untilLiving([tag], end === "time-out" ? timeoutMs : 20_000);
  if (end === "cancel") abort.abort();
  const { how } = await running;
  const survivors = await survivorsOf(born ?? [], dyingMs);
  const late = livingWith(tag);
  endAll(late);
  const wanted = end === "cancel" ? "cancelled" : "timed-out";
  const fault = born === undefined ? "it was never seen" : how.kind === wanted ? "" : `it ended as ${how.kind}`;
  return {
    animal: animal.name,
    end,
    containment: containment.kind,
    survivors: Math.max(survivors.length, late.length),
    fault,
  };
}
