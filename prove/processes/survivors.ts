import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type ProcessRow, isAlive, readProcesses, signalProcess } from "../../src/process/tree/proc.ts";

/** Processes with a word of a command line of their own that begins with the tag. */
export function livingWith(tag: string): readonly ProcessRow[] {
  return (readProcesses() ?? []).filter(({ pid }) => words(pid).some((word) => word.startsWith(tag)));
}

/** Waits until there are so many, or too long. */
export async function untilLiving(
  tags: readonly string[],
  limitMs: number,
): Promise<readonly ProcessRow[] | undefined> {
  const until = performance.now() + limitMs;
  for (;;) {
    const living = tags.map((tag) => livingWith(tag));
    if (living.every((rows) => rows.length > 0)) return living.flat();
    if (performance.now() > until) return undefined;
    await pause(20);
  }
}

/** Those of them that still live when all had their time to die. */
export async function survivorsOf(rows: readonly ProcessRow[], limitMs: number): Promise<readonly ProcessRow[]> {
  const until = performance.now() + limitMs;
  for (;;) {
    const left = rows.filter(isAlive);
    if (left.length === 0 || performance.now() > until) return left;
    await pause(20);
  }
}

/** The proof leaves nothing behind. */
export function endAll(rows: readonly ProcessRow[]): void {
  for (const row of rows) signalProcess(row, "SIGKILL");
}

/** The shell that starts an animal has the tag within its script, but no word that begins with it. */
function words(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
  } catch {
    return [];
  }
}
