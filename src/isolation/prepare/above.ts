import { createHash } from "node:crypto";
import { lstat, mkdir, readlink, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { type Borrowed, isNested } from "./within.ts";
import { removeTree } from "../cleanup/remove-tree.ts";

/**
 * Links folders at the top of the user's checkout from above the context, where programs that look upwards find them,
 * as Node does for `node_modules`. A link inside would be captured, and `npm install` would write through it.
 */
export async function lendFrom(above: string, { top, borrow }: Borrowed): Promise<readonly string[]> {
  const names = borrow.filter((path) => !isNested(path));
  if (top === null || names.length === 0) return [];
  const linked: string[] = [];
  await mkdir(above, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const target = join(top, name);
    if ((await lstat(target).catch(() => undefined)) === undefined) continue;
    await link(target, join(above, name));
    linked.push(name);
  }
  return linked;
}

let links = 0;

/** Contexts of a job are made at once: the second finds it done, or repeats it. */
async function link(target: string, path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found !== undefined && !found.isSymbolicLink()) return;
  if (found !== undefined && (await readlink(path)) === target) return;
  links += 1;
  const fresh = `${path}.${String(process.pid)}-${String(links)}`;
  await symlink(target, fresh);
  await rename(fresh, path).catch(() => removeTree(fresh));
}

/** The path for a short-lived folder: if it borrows, below a folder with the links, shared within the repository. */
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
