import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { exists } from "../../base/files/exists.ts";
import type { ContextId } from "../../base/ids.ts";
import type { Places } from "../home/places.ts";
import { readRecord } from "../records/record.ts";
import { removeTree } from "../remove-tree.ts";

/**
 * Drops the notes of a context whose folder somebody deleted: they would keep its id from being used again, and the
 * store from being tidied up. A folder that can't be reached, on a disk that is not mounted now, is not a deleted one.
 */
export async function forgetDeleted(places: Places, id: ContextId): Promise<void> {
  const record = await readRecord(places, id);
  if (record === undefined || !(await exists(dirname(record.context.path)))) return;
  const isDeleted = await lstat(record.context.path).then(
    () => false,
    (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT",
  );
  if (isDeleted) await removeTree(places.admin(id));
}
