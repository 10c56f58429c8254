import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { findInside, readInside } from "../checks/read-inside.ts";
import type { FilePlace } from "../score/plan/command.ts";
import type { LateText, Scene } from "../score/resolve/scene.ts";

/** Larger than any prompt can hold; it is cut in any case. */
const largest = 16 * 1024 * 1024;
const maxFiles = 1_000;

export function folderOf(scene: Scene, { root }: FilePlace): string {
  return root === "workspace" ? scene.workspace : scene.worktree;
}

export async function textAt(scene: Scene, place: FilePlace, most = largest): Promise<string | undefined> {
  const found = await readInside(folderOf(scene, place), place.path, most);
  return found.kind === "text" ? found.text : undefined;
}

/**
 * The files of a folder, not those below, by name. Hidden ones are left out, as from a folder that is read with the
 * score.
 */
export async function textsIn(scene: Scene, folder: FilePlace, name: string): Promise<readonly LateText[]> {
  const found = await findInside(folderOf(scene, folder), folder.path);
  if (found.kind !== "folder") return [];
  const entries = await readdir(found.real, { withFileTypes: true }).catch(() => []);
  const files = entries
    .flatMap((entry) => (!entry.name.startsWith(".") && (entry.isFile() || entry.isSymbolicLink()) ? [entry.name] : []))
    .toSorted();
  const texts: LateText[] = [];
  let left = largest;
  for (const file of files.slice(0, maxFiles)) {
    const text = await textAt(scene, { root: folder.root, path: join(folder.path, file) }, left);
    if (text === undefined) continue;
    left -= text.length;
    texts.push({ name: `${name.replace(/\/$/, "")}/${file}`, text });
  }
  return texts;
}
