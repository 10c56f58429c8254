import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/**
 * A throw-away folder with these files in it; a space in its path, because people have them. Gone when the test is
 * over.
 */
export function treeOf(files: Readonly<Record<string, string>>, options: { copy?: readonly string[] } = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tutti house ")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of options.copy ?? []) cpSync(join(repository, path), join(root, path), { recursive: true });
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  return root;
}

export function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode: text.startsWith("#!") ? 0o755 : 0o644 });
}
