import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isObjectName } from "../base/ids.ts";

/** A hostile context may hold any number of refs and logs; past this it is not a result any more. */
const mostTips = 1000;
const mostBytes = 4 * 1024 * 1024;

/** Object names that a context's HEAD, refs and logs mention, without the base. Nothing there is run, only read. */
export async function readTips(gitDir: string, base: string): Promise<readonly string[]> {
  const texts = await Promise.all([
    readText(join(gitDir, "HEAD")),
    readText(join(gitDir, "packed-refs")),
    readText(join(gitDir, "logs", "HEAD")),
    readText(join(gitDir, "logs", "refs", "stash")),
    ...(await refFiles(join(gitDir, "refs"), 0)).map(readText),
  ]);
  const names = new Set(texts.flatMap((text) => text.split(/[\s^]+/)).filter(isObjectName));
  names.delete(base);
  return [...names].filter((name) => !/^0+$/.test(name)).slice(0, mostTips);
}

async function refFiles(folder: string, depth: number): Promise<readonly string[]> {
  if (depth > 16) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return refFiles(path, depth + 1);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat().slice(0, mostTips);
}

async function readText(path: string): Promise<string> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return "";
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } catch {
    // A folder or a device in a ref's place mentions no commit.
    return "";
  } finally {
    await file.close();
  }
}
