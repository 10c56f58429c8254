import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { exists } from "./exists.ts";

/** The folder at or above this one that holds a `.git` of any kind; `undefined` when there is none. */
export async function checkoutAround(folder: string): Promise<string | undefined> {
  for (let path = await realpath(folder).catch(() => resolve(folder)); ; path = dirname(path)) {
    if (await exists(join(path, ".git"))) return path;
    if (path === dirname(path)) return undefined;
  }
}
