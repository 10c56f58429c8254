import { realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { readPlainText } from "../base/files/read-plain.ts";

/** `outside`: a link leads out of the root, which proves nothing about the work. */
export type Found =
  | { readonly kind: "file"; readonly real: string; readonly bytes: number }
  | { readonly kind: "folder"; readonly real: string }
  | NotThere;

type NotThere = { readonly kind: "missing" | "outside" | "unreadable" };

export function findInside(folder: string, path: string): Promise<Found> {
  return Promise.resolve(lookInside(folder, path));
}

/** A look takes less than asking another thread for it. */
function lookInside(folder: string, path: string): Found {
  try {
    const root = realpathSync.native(folder);
    const real = realpathSync.native(join(root, path));
    if (real !== root && !real.startsWith(root === sep ? sep : root + sep)) return { kind: "outside" };
    const stats = statSync(real);
    if (stats.isDirectory()) return { kind: "folder", real };
    // Reading a FIFO or a device may never end.
    return stats.isFile() ? { kind: "file", real, bytes: stats.size } : { kind: "missing" };
  } catch (error) {
    return notThere(error);
  }
}

type Read =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "folder" }
  | { readonly kind: "too-large"; readonly bytes: number }
  | NotThere;

export async function readInside(folder: string, path: string, largest: number): Promise<Read> {
  const found = lookInside(folder, path);
  if (found.kind === "folder") return { kind: "folder" };
  if (found.kind !== "file") return found;
  if (found.bytes > largest) return { kind: "too-large", bytes: found.bytes };
  try {
    return { kind: "text", text: await readPlainText(found.real) };
  } catch (error) {
    return notThere(error);
  }
}

function notThere(error: unknown): NotThere {
  const { code } = error as NodeJS.ErrnoException;
  return { kind: code === "EACCES" || code === "EPERM" ? "unreadable" : "missing" };
}
