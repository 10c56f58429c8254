import { setTimeout as pause } from "node:timers/promises";
import { type Running, readLiving } from "../../src/api/local/running.ts";
import { conductorPlaces } from "../../src/base/home/conductor-places.ts";
import { readEntries, readProcess, readProcesses } from "../../src/process/tree/proc.ts";
import { kill, strays } from "../census.ts";
import type { Playground } from "../playground.ts";

const lookMs = 5;

/** The conductor that runs there, as soon as it is another one than the last; `undefined` when `over` comes first. */
export async function nextConductor(
  ground: Playground,
  last: Running | undefined,
  over: AbortSignal,
): Promise<Running | undefined> {
  const places = conductorPlaces(ground.home);
  while (!over.aborted) {
    const found = readLiving(places);
    if (found !== undefined && (found.pid !== last?.pid || found.startTime !== last.startTime)) return found;
    await pause(lookMs);
  }
  return undefined;
}

/** kill -9. False when it was gone before. */
export async function killConductor(ground: Playground, running: Running, isWhole: boolean): Promise<boolean> {
  if (readProcess(running.pid)?.startTime !== running.startTime) return false;
  if (isWhole) await killChildren(ground, running.pid);
  kill(running.pid);
  while (readProcess(running.pid)?.startTime === running.startTime) await pause(1);
  return true;
}

/**
 * They are to die in the same moment. Stopped, the conductor sees nothing of it and still holds its home: no other one
 * can start meanwhile whose children would be taken for its own.
 */
async function killChildren(ground: Playground, pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  for (let doomed = strays(ground.home); doomed.length > 0; doomed = strays(ground.home)) {
    for (const one of doomed) kill(one);
    await pause(1);
  }
}

/** Every process that was started for this home, conductors and clients too. */
export function processesOf(ground: Playground): readonly number[] {
  const rows = (readProcesses() ?? []).filter(({ pid }) => readEntries(pid).includes(`TUTTI_HOME=${ground.home}`));
  return [...new Set([...rows.map(({ pid }) => pid), ...strays(ground.home)])];
}

/** A process gives its lock back a moment before it is gone. */
export async function untilNone(ground: Playground, limitMs: number): Promise<readonly number[]> {
  const until = performance.now() + limitMs;
  for (;;) {
    const left = processesOf(ground);
    if (left.length === 0 || performance.now() > until) return left;
    await pause(20);
  }
}
