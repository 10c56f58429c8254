import { constants, renameSync, rmSync } from "node:fs";
import { writeSynced } from "./write-synced.ts";

/** All of it or nothing, also after a power cut; for the user's eyes only. */
export async function writeWhole(path: string, text: string | Uint8Array): Promise<void> {
  const draft = `${path}.new`;
  try {
    await writeSynced(draft, text, { flags: anew, mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

const anew = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
