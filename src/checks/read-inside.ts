import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

/** What lies at a path of a context. A link that leads out of the context is `outside`: it proves nothing about the work. */
export type Found =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "folder" }
  | { readonly kind: "missing" }
  | { readonly kind: "outside" }
  | { readonly kind: "unreadable" }
  | { readonly kind: "too-large"; readonly bytes: number };

const largest = 64 * 1024 * 1024;

export async function readInside(folder: string, path: string): Promise<Found> {
  try {
    const root = await realpath(folder);
    const real = await realpath(join(root, path));
    if (real !== root && !real.startsWith(root + sep)) return { kind: "outside" };
    const stats = await stat(real);
    if (stats.isDirectory()) return { kind: "folder" };
    // Reading a FIFO or a device would wait for ever or never end.
    if (!stats.isFile()) return { kind: "missing" };
    if (stats.size > largest) return { kind: "too-large", bytes: stats.size };
    return { kind: "text", text: await readFile(real, "utf8") };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EACCES" || code === "EPERM" ? { kind: "unreadable" } : { kind: "missing" };
  }
}
