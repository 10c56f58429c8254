import { closeSync, fsync, openSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";

const untilOnDisk = promisify(fsync);

/**
 * Writes a small file that is on the disk when this resolves. Only that wait is left to another thread: for each of the
 * other steps, asking one costs this thread more than the step itself.
 */
export async function writeSynced(
  path: string,
  content: string | Uint8Array,
  { flags, mode }: { readonly flags: number; readonly mode: number },
): Promise<void> {
  const file = openSync(path, flags, mode);
  try {
    writeFileSync(file, content);
    await untilOnDisk(file);
  } finally {
    closeSync(file);
  }
}
