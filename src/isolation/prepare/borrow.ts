import { createHash } from "node:crypto";
import { lstat, mkdir, readlink, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { type Borrowed, isNested } from "./lend-within.ts";
import { removeTree } from "../remove-tree.ts";

/**
 * Makes folders at the top of the user's checkout found by programs that look upwards, as Node does for `node_modules`:
 * each is linked to from a folder above the context. Not from within: a context with a link to them in it would capture
 * it, and `npm install` would write through it.
 */
export async function lendFrom(above: string, { top, borrow }: Borrowed): Promise<void> {
  const names = borrow.filter((path) => !isNested(path));
  if (top === null || names.length === 0) return;
  await mkdir(above, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const target = join(top, name);
    if ((await lstat(target).catch(() => undefined)) === undefined) continue;
    await link(target, join(above, name));
  }
}

let links = 0;

/** Several contexts of a job may be made at once: whoever comes second finds it done, or does the same again. */
async function link(target: string, path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found !== undefined && !found.isSymbolicLink()) return;
  if (found !== undefined && (await readlink(path)) === target) return;
  links += 1;
  const fresh = `${path}.${String(process.pid)}-${String(links)}`;
  await symlink(target, fresh);
  await rename(fresh, path).catch(() => removeTree(fresh));
}

/**
 * The path for a short-lived folder: where it needs them, below one that has the links, which all of this repository
 * share.
 */
export async function belowBorrowed(
  scratch: string,
  { id, top, borrow }: Borrowed & { readonly id: string },
): Promise<string> {
  if (top === null || borrow.every(isNested)) return join(scratch, id);
  const name = createHash("sha256")
    .update(JSON.stringify([top, borrow]))
    .digest("hex")
    .slice(0, 16);
  const above = join(scratch, `with-${name}`);
  await lendFrom(above, { top, borrow });
  return join(above, id);
}
