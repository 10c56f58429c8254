import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { globMatcher } from "../score/glob.ts";
import type { FilePlace } from "../score/rule.ts";

// Far more than a prompt can hold; a glob over a whole disk must come to an end.
const maxFiles = 1_000;
const maxVisited = 100_000;

/** The files below a folder that match a glob, sorted. Links are not followed. */
export async function findMatching(folder: string, glob: FilePlace): Promise<readonly FilePlace[]> {
  const matcher = globMatcher([glob.path]);
  if (matcher.kind === "wrong") return [];
  const found: string[] = [];
  const open = [""];
  let visited = 0;
  for (let below = open.pop(); below !== undefined && visited < maxVisited; below = open.pop()) {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      visited += 1;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== ".git") open.push(path);
      else if (entry.isFile() && matcher.value(path)) found.push(path);
    }
  }
  return found
    .toSorted()
    .slice(0, maxFiles)
    .map((path) => ({ root: glob.root, path }));
}
