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
