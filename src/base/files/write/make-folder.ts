import { mkdirSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes a folder and those above it. Node's own `recursive` never comes back where a file system lets none be made. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    // Another process may have made it meanwhile.
    await mkdir(path, { mode: 0o700 }).catch(async (again: unknown) => {
      if ((again as NodeJS.ErrnoException).code !== "EEXIST" || !(await stat(path)).isDirectory()) throw again;
    });
  }
}

/** Each time, another process has to remove the folder above just after it was made. */
const mostTries = 50;

/**
 * Makes a new folder, and those above it. The folder above may vanish meanwhile: its last other folder goes, and it is
 * empty for a moment. That moment is short because both are made at once.
 */
export async function makeNewFolder(path: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      makeUnlessThere(dirname(path));
      mkdirSync(path, { mode: 0o700 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || tries === mostTries) throw error;
      await makeFolder(dirname(dirname(path)));
    }
  }
}

function makeUnlessThere(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
