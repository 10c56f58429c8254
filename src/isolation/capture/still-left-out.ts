import { readdir } from "node:fs/promises";
import { childPath, pathBytes } from "../raw-path.ts";
import { foldersOf } from "./forced.ts";
import type { LeftOut } from "./left-out.ts";

/**
 * What is left out when these of the ignored files were taken: of an ignored folder with any of them, only if it holds
 * more.
 */
export async function stillLeftOut(
  root: string,
  leftOut: readonly LeftOut[],
  taken: ReadonlySet<string>,
): Promise<readonly LeftOut[]> {
  // One that was to be taken and could not be is on the list with the reason for that as well.
  const told = new Set(leftOut.filter((item) => !isIgnored(item)).map((item) => item.path));
  const entered = new Set([...taken].flatMap(foldersOf));
  const still: LeftOut[] = [];
  for (const item of leftOut) {
    const isTaken =
      taken.has(item.path) || (entered.has(item.path) && !(await holdsMore(root, item.path.slice(0, -1), taken)));
    if (!isIgnored(item) || !(isTaken || told.has(item.path))) still.push(item);
  }
  return still;
}

/** Ends at the first file that is not taken: ignored folders may be large, and nobody asked what is in them. */
async function holdsMore(root: string, folder: string, taken: ReadonlySet<string>): Promise<boolean> {
  const entries = await readdir(pathBytes(root, folder), { withFileTypes: true, encoding: "buffer" }).catch(
    () => undefined,
  );
  if (entries === undefined) return true;
  const children = entries.map((entry) => ({
    path: childPath(folder, entry.name.toString("latin1")),
    isFolder: entry.isDirectory(),
  }));
  if (children.some((child) => !child.isFolder && !taken.has(child.path))) return true;
  for (const child of children) if (child.isFolder && (await holdsMore(root, child.path, taken))) return true;
  return false;
}

function isIgnored({ reason }: LeftOut): boolean {
  return reason === "ignored" || reason === "ignored by a rule of its own";
}
