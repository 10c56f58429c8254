import { lstat, readdir, readlink } from "node:fs/promises";
import { join, normalize } from "node:path";
import type { Context } from "../context.ts";
import { childPath, pathBytes } from "../raw-path.ts";

/** The user's folders that a context has. Paths are raw bytes as latin1. */
export interface Lent {
  readonly workTree: string;
  readonly lent?: readonly string[];
  /** Top of the checkout they are lent from; `null`: unknown. */
  readonly lentFrom?: string | null;
  /** Those that are copies: nothing tells apart what an agent put there. */
  readonly copied?: readonly string[];
}

export function lentTo({
  lent = [],
  lentFrom,
  prepared,
}: Pick<Context, "lent" | "lentFrom" | "prepared">): Required<Omit<Lent, "workTree">> {
  const copied = (prepared?.parts ?? []).flatMap(({ path, how }) =>
    how === "reflink" || how === "copy" ? [path] : [],
  );
  return { lent, lentFrom: lentFrom ?? null, copied };
}

/** In every lent folder, and Tutti's own. */
export const ownIgnore = ".gitignore";

/** Bookkeeping of package managers: it describes another folder. */
export function isBookkeeping(folder: string, name: string): boolean {
  return folder.endsWith("/node_modules") && name.startsWith(".") && name !== ".bin";
}

/** Installing writes into these: through a link it would be the user's, so the context has its own. */
export function isShared(folder: string, name: string): boolean {
  return folder.endsWith("/node_modules") && (name === ".bin" || name.startsWith("@"));
}

/** Whether a path is a lent folder or lies in one: neither work nor waste. */
export function lentIn({ lent = [] }: Lent): (path: string) => boolean {
  const folders = lent.map((folder) => `${rawOf(folder)}/`);
  return (path) => folders.some((folder) => `${path}/`.startsWith(folder));
}

/**
 * Whether a path is a link of a lent folder that was moved or copied: it leads to the user's folder, or to a package in
 * this context, and means nothing elsewhere.
 */
export function lentLinks({ workTree, lent = [], lentFrom = null }: Lent): (path: string) => Promise<boolean> {
  if (lent.length === 0 || lentFrom === null) return () => Promise.resolve(false);
  const roots = [...lent.map((folder) => join(lentFrom, folder)), workTree].map((root) => `${rawOf(root)}/`);
  return async (path) => {
    const target = await readlink(pathBytes(workTree, path), "buffer").catch(() => undefined);
    return target !== undefined && roots.some((root) => `${normalize(target.toString("latin1"))}/`.startsWith(root));
  };
}

/** Files in lent folders that were not lent; folders end in `/`. Links hold nothing. */
export async function unlentIn({ workTree, lent = [], copied = [] }: Lent): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of lent.filter((one) => !copied.includes(one)))
    if (await isOwnFolder(workTree, rawOf(folder))) found.push(...(await lookIn(workTree, rawOf(folder), ownIgnore)));
  return found;
}

async function lookIn(workTree: string, folder: string, passOver: string | null): Promise<readonly string[]> {
  const entries = await readdir(pathBytes(workTree, folder), { withFileTypes: true, encoding: "buffer" }).catch(
    () => [],
  );
  const found: string[] = [];
  for (const entry of entries) {
    const name = entry.name.toString("latin1");
    const path = childPath(folder, name);
    // A character device is the overlay's mark for what was removed.
    if (entry.isSymbolicLink() || entry.isCharacterDevice() || name === passOver) continue;
    if (entry.isDirectory() && isShared(folder, name)) found.push(...(await lookIn(workTree, path, null)));
    else found.push(entry.isDirectory() ? `${path}/` : path);
  }
  return found;
}

/** Nothing beyond a link belongs to the context. */
async function isOwnFolder(workTree: string, path: string): Promise<boolean> {
  const steps = path.split("/");
  for (const [at] of steps.entries()) {
    const found = await lstat(pathBytes(workTree, steps.slice(0, at + 1).join("/"))).catch(() => undefined);
    if (found?.isDirectory() !== true) return false;
  }
  return true;
}

function rawOf(path: string): string {
  return Buffer.from(path).toString("latin1");
}
