import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

/** The state of an installed folder, as a short text: the same as long as an installer changed nothing there. */
export type FolderState = (folder: string) => Promise<string>;

export const stateOf: FolderState = async (folder) =>
  createHash("sha256")
    .update(JSON.stringify(await signature(folder)))
    .digest("hex");

/** Contexts that are made at once share one look. */
export function sharedLooks(look: FolderState): FolderState {
  const looking = new Map<string, Promise<string>>();
  return (folder) => {
    const known = looking.get(folder);
    if (known !== undefined) return known;
    const found = look(folder).finally(() => looking.delete(folder));
    looking.set(folder, found);
    return found;
  };
}

type Signature = readonly (readonly [string, number, number, Signature?])[];

/** Packages lie below these: in scopes, in pnpm's store, three levels down in an environment of Python. */
const looksDeeper = /^(?:lib|lib64|python[\d.]*|site-packages|@.*|\.pnpm)$/;

/** So many are looked at before others get their turn. */
const atOnce = 64;

/** Looked at on this thread: handing each entry to a thread for files takes it four times as long. */
async function signature(folder: string): Promise<Signature> {
  const entries = (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const found: [string, number, number, Signature?][] = [];
  for (const [at, entry] of entries.entries()) {
    const path = join(folder, entry.name);
    const { mtimeMs, size } = lstatSync(path);
    const isDeeper = entry.isDirectory() && looksDeeper.test(entry.name);
    found.push(isDeeper ? [entry.name, mtimeMs, size, await signature(path)] : [entry.name, mtimeMs, size]);
    if (at % atOnce === atOnce - 1) await setImmediate();
  }
  return found;
}
