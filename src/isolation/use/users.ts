import { realpathSync } from "node:fs";
import { readWorkers, workersIn } from "../../process/tree/working-folders.ts";

/** Processes that work in a folder or below it now; `null` where the system does not tell. */
export function readFolderUsers(path: string): readonly number[] | null {
  const workers = readWorkers();
  return workers === null ? null : workersIn(workers, realOf(path)).map((worker) => worker.pid);
}

/** The system names the folder itself, however its process came there. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
