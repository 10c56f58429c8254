import { DatabaseSync } from "node:sqlite";
import { rename } from "node:fs/promises";
import { exists } from "../../../base/files/exists.ts";
import { isDamage, isEmptied } from "./damage.ts";
import type { Store } from "../../store.ts";
import { openStore, storePath } from "../open.ts";

export interface Rescue {
  /**
   * Above every number that a writer of a lost database had: what such a one left running, or locked, must not be taken
   * for this writer's own.
   */
  readonly firstEpoch: number;
  /** The name that what is left of a damaged database has now; its log is named after it. */
  onAside(path: string): void;
}

/**
 * Opens the store as `openStore` does, but puts one that is damaged aside first. It is never deleted: people may get
 * something out of it.
 */
export async function rescueStore(home: string, rescue: Rescue): Promise<Store> {
  const path = storePath(home);
  // Beside a database that is made anew, SQLite would delete the log of the one before.
  const isBroken = (await exists(path))
    ? isDamaged(path) || (await isEmptied(home, path))
    : await exists(`${path}-wal`);
  if (isBroken) rescue.onAside(await putAside(path));
  return openStore(home, rescue.firstEpoch);
}

/** Not only whether it can be opened: a page in the middle of it may be gone. */
function isDamaged(path: string): boolean {
  try {
    return !isSound(path);
  } catch (error) {
    // What else may be wrong with it is for the opening to say.
    return isDamage(error);
  }
}

function isSound(path: string): boolean {
  // A reader does not move the log into the database when it closes: whoever looks at it later finds it as it was.
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

/** The log goes first: beside a new database, one of another would be taken for its own. */
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
