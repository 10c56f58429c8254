import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** After each file of tests, by `tidy.ts`. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) {
    open(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder that is removed when the file's tests are over, even after they changed its modes. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tutti-test-")));
  folders.push(folder);
  return folder;
}

/** Node has no call for it. */
export function makePipes(...paths: readonly string[]): void {
  execFileSync("sh", ["-c", 'mkfifo "$@"', "sh", ...paths]);
}

export const isRoot = process.getuid?.() === 0;

/** A plain user can't remove what lies in a folder without the right to write there. */
function open(folder: string | Buffer): void {
  if (isRoot) return;
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true, encoding: "buffer" })) {
    if (entry.isDirectory()) open(Buffer.concat([Buffer.from(folder), Buffer.from("/"), entry.name]));
  }
}
