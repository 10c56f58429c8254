import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/**
 * Writes a file below a folder that a program may have changed before: a link on the way is replaced by a folder, and
 * a file in its place by a new one, so that nothing elsewhere is written.
 */
export async function writeFresh(folder: string, path: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = relative(folder, dirname(path)).split(sep);
  let parent = folder;
  for (const name of names.filter((one) => one !== "")) {
    parent = join(parent, name);
    const found = await lstat(parent).catch(() => null);
    if (found?.isDirectory() === true) continue;
    await rm(parent, { force: true });
    await mkdir(parent, { mode: 0o700 });
  }
  await rm(path, { force: true });
  await writeFile(path, text, { mode: 0o600, flag: "wx" });
}
