import { readlinkSync } from "node:fs";
import { readProcesses } from "./proc.ts";

export interface Worker {
  readonly pid: number;
  readonly folder: string;
}

/** Only processes that this user may see; `null`: the system does not tell. */
export function readWorkers(): readonly Worker[] | null {
  return (
    readProcesses()?.flatMap(({ pid }) => {
      const folder = folderOf(pid);
      return folder === undefined ? [] : [{ pid, folder }];
    }) ?? null
  );
}

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
