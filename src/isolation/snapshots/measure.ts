import { lstat, readdir } from "node:fs/promises";
import { childPath, pathBytes } from "../raw-path.ts";

export interface Limits {
  readonly files: number;
  readonly bytes: number;
  /** A larger single file is never taken along, so it does not count. */
  readonly largestFile: number;
}

export type Measure = { readonly kind: "fits" } | { readonly kind: "too many files" | "too large" };

/** Whether a folder is small enough to be read through every few minutes. Stops looking as soon as it is not. */
export async function measureFolder(root: string, limits: Limits): Promise<Measure> {
  const sum = { files: 0, bytes: 0 };
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(pathBytes(root, folder), { withFileTypes: true, encoding: "buffer" }).catch(() => []);
    const here = entries.map((entry) => ({ entry, path: childPath(folder, entry.name.toString("latin1")) }));
    const files = here.filter(({ entry }) => entry.isFile());
    folders.push(
      ...here.filter(({ entry, path }) => entry.isDirectory() && !isGitFolder(path)).map(({ path }) => path),
    );
    sum.files += entries.length;
    if (sum.files > limits.files) return { kind: "too many files" };
    const sizes = await Promise.all(files.map(({ path }) => sizeAt(root, path)));
    sum.bytes += sizes.reduce((total, size) => total + (size > limits.largestFile ? 0 : size), 0);
    if (sum.bytes > limits.bytes) return { kind: "too large" };
  }
  return { kind: "fits" };
}

function isGitFolder(path: string): boolean {
  return path === ".git" || path.endsWith("/.git");
}

/** Agents may be at work here: what is gone meanwhile has no size. */
async function sizeAt(root: string, path: string): Promise<number> {
  return lstat(pathBytes(root, path)).then(
    ({ size }) => size,
    () => 0,
  );
}
