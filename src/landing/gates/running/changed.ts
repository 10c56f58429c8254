import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The changed paths as files, for gates that look at these only. */
export interface ChangedFiles {
  /** One a line. A path that itself breaks a line is written as git writes it, in quotes. */
  readonly lines: string;
  /** A NUL after each: whatever they are called. */
  readonly nul: string;
}

/** `paths`: raw bytes (latin1). */
export async function writeChanged(folder: string, paths: readonly string[]): Promise<ChangedFiles> {
  const files = { lines: join(folder, "changed"), nul: join(folder, "changed-nul") };
  await writeFile(
    files.lines,
    paths.map((path) => `${path.includes("\n") ? quoted(path) : path}\n`).join(""),
    "latin1",
  );
  await writeFile(files.nul, paths.map((path) => `${path}\0`).join(""), "latin1");
  return files;
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\\u0000-\u001f\u007f-\u00ff]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
}
