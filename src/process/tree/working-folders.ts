import { readlinkSync } from "node:fs";
import { readProcesses } from "./proc.ts";

/** A process and the folder it works in. */
export interface Worker {
  readonly pid: number;
  readonly folder: string;
}

/**
 * Every process whose folder this user may see; `null` where the system does not tell. Another user's process can't be
 * seen, except by root.
 */
export function readWorkers(): readonly Worker[] | null {
  return (
    readProcesses()?.flatMap(({ pid }) => {
      const folder = folderOf(pid);
      return folder === undefined ? [] : [{ pid, folder }];
    }) ?? null
  );
}

/** Those at work in a folder or below it. */
export function workersIn(workers: readonly Worker[], folder: string): readonly Worker[] {
  return workers.filter((worker) => worker.folder === folder || worker.folder.startsWith(`${folder}/`));
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${String(pid)}/cwd`);
  } catch {
    return undefined;
  }
}
