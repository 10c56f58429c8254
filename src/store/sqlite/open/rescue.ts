import { DatabaseSync } from "node:sqlite";
import { rename } from "node:fs/promises";
import { exists } from "../../../base/files/exists.ts";
import { isDamage, isEmptied } from "./damage.ts";
import type { Store } from "../../store.ts";
import { openStore, storePath } from "../open.ts";

export interface Rescue {
  /** Above every number of a lost database's writers: their leftovers must not look like this writer's. */
  readonly firstEpoch: number;
  /** The new name of the damaged database. */
  onAside(path: string): void;
}

/** Like `openStore`, but puts a damaged database aside first. It is never deleted. */
export async function rescueStore(home: string, rescue: Rescue): Promise<Store> {
  const path = storePath(home);
  // SQLite would delete the log of the previous database.
  const isBroken = (await exists(path))
    ? isDamaged(path) || (await isEmptied(home, path))
    : await exists(`${path}-wal`);
  if (isBroken) rescue.onAside(await putAside(path));
  return openStore(home, rescue.firstEpoch);
}

/** A page in the middle may be gone. */
function isDamaged(path: string): boolean {
  try {
    return !isSound(path);
  } catch (error) {
    // Other errors are for the opening to report.
    return isDamage(error);
  }
}

function isSound(path: string): boolean {
  // A reader leaves the log where it is.
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    return database
      .prepare("PRAGMA quick_check(1)")
      .all()
      .every((row) => row["quick_check"] === "ok");
  } finally {
    database.close();
  }
}

const companions = ["-wal", "-shm", ""] as const;

/** The log first: a new database would take it for its own. */
async function putAside(path: string): Promise<string> {
  const aside = await freeName(path);
  for (const end of companions) if (await exists(`${path}${end}`)) await rename(`${path}${end}`, `${aside}${end}`);
  return aside;
}

async function freeName(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${path}.broken-${String(number)}`;
    const taken = await Promise.all(companions.map((end) => exists(`${name}${end}`)));
    if (!taken.includes(true)) return name;
  }
}
