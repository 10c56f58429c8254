import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { ProjectView } from "../findings/tool.ts";

const maxBytes = 1024 * 1024;

/** `files`: the project's, relative to the folder; nothing else is read. */
export function projectView(folder: string, files: readonly string[]): ProjectView {
  const known = new Set(files);
  const has = (path: string): boolean => known.has(path);
  return { files, has, read: (path) => (has(path) ? textOf(folder, path) : null) };
}

/** Pipes and links that leave the project are not read. */
function textOf(folder: string, path: string): string | null {
  try {
    const real = realpathSync(join(folder, path));
    if (!real.startsWith(`${realpathSync(folder)}/`)) return null;
    const file = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const status = fstatSync(file);
      return status.isFile() && status.size <= maxBytes ? asText(readFileSync(file)) : null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

function asText(bytes: Buffer): string | null {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  return text.includes("\0") ? null : text;
}
