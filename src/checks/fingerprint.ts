import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { FilePlace } from "../score/plan/command.ts";
import type { Validation } from "../score/plan/rule.ts";
import { plainPath } from "./file-place.ts";
import { findInside } from "./read-inside.ts";

/** Too large to read, or unreadable. */
export const unknownFingerprint = "unknown";

const largest = 64 * 1024 * 1024;

/** `undefined`: no file. */
export async function fingerprint(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return undefined;
    if (stats.size > largest) return unknownFingerprint;
    const hash = createHash("sha256");
    // A file that grows must not be read for ever.
    await pipeline(createReadStream(path, { end: largest }), hash);
    return `sha256:${hash.digest("hex")}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : unknownFingerprint;
  }
}

/** How the workspace's files that these validations compare are now. */
export async function recordBefore(
  workspace: string,
  validations: readonly Validation[],
): Promise<ReadonlyMap<string, string>> {
  const before = new Map<string, string>();
  for (const validation of validations) {
    const isComparison = validation.kind === "file_modified" || validation.kind === "file_unchanged_since";
    if (!isComparison || validation.path.root !== "workspace") continue;
    const recorded = await fingerprintInside(workspace, validation.path);
    if (recorded !== undefined) before.set(plainPath(validation.path.path), recorded);
  }
  return before;
}

export async function fingerprintInside(workspace: string, { path }: FilePlace): Promise<string | undefined> {
  const found = await findInside(workspace, path);
  if (found.kind === "unreadable") return unknownFingerprint;
  return found.kind === "file" ? fingerprint(found.real) : undefined;
}
