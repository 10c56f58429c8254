import { readdirSync, readlinkSync } from "node:fs";

export interface Worker {
  readonly pid: number;
  readonly folder: string;
}

/** Only processes that this user may see; `null`: the system does not tell. */
export function readWorkers(): readonly Worker[] | null {
  if (process.platform !== "linux") return null;
  const pids = readPids();
  // One that has ended and waits for its parent has no folder any more.
  const workers = pids.flatMap((pid) => {
    const folder = folderOf(pid);
    return folder === undefined ? [] : [{ pid, folder }];
  });
  return pids.length === 0 ? null : workers;
}

function readPids(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
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
