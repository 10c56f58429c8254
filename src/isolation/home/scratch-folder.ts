import { mkdirSync, rmdirSync } from "node:fs";
import type { Places } from "./places.ts";

/** How many of this process need its scratch folder now. */
const users = new Map<string, number>();

/**
 * Does something that needs the scratch folder of this process. The last one takes the folder away, since a program
 * that uses Tutti as a library never sweeps. Both in one step, or one could take it away under another.
 */
export async function inScratchFolder<T>({ scratch }: Places, work: () => Promise<T>): Promise<T> {
  users.set(scratch, (users.get(scratch) ?? 0) + 1);
  try {
    mkdirSync(scratch, { recursive: true, mode: 0o700 });
    return await work();
  } finally {
    const left = (users.get(scratch) ?? 1) - 1;
    users.set(scratch, left);
    if (left === 0) dropIfEmpty(scratch);
  }
}

function dropIfEmpty(folder: string): void {
  users.delete(folder);
  try {
    rmdirSync(folder);
  } catch {
    // Something lies in it: it stays for whoever sweeps.
  }
}
