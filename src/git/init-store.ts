import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "./git.ts";
import { requireOk } from "./git.ts";

export interface StoreSource {
  /** The objects folder it borrows from; `null`: it has all of its own. */
  readonly objects: string | null;
  readonly format: "sha1" | "sha256";
  readonly settings?: readonly (readonly [key: string, value: string])[];
}

/**
 * Makes the bare store that Tutti owns beside a repository of the user's. It borrows the user's objects, so nothing is
 * copied; `preciousObjects` keeps any gc, also one started by a task, from pruning what no ref reaches yet.
 */
export async function initStore(git: Git, path: string, source: StoreSource): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  requireOk(
    await git.sealed({ gitDir: path, args: ["init", "--quiet", "--bare", "--template=", `--object-format=${source.format}`] }),
    "making Tutti's object store",
  );
  await mkdir(join(path, "objects", "info"), { recursive: true });
  if (source.objects !== null) await writeFile(join(path, "objects", "info", "alternates"), alternatesLine(source.objects));
  for (const [key, value] of [
    ["core.repositoryformatversion", "1"],
    ["extensions.preciousObjects", "true"],
    ["gc.auto", "0"],
    ["maintenance.auto", "false"],
    ["core.logAllRefUpdates", "false"],
    ...(source.settings ?? []),
  ] as const) {
    requireOk(await git.sealed({ gitDir: path, args: ["config", key, value] }), `setting ${key}`);
  }
}

/** A path in `objects/info/alternates`: quoted C-style when git would otherwise misread it. */
export function alternatesLine(path: string): string {
  return /^["#]|[\n\\]/.test(path) ? `${JSON.stringify(path)}\n` : `${path}\n`;
}
