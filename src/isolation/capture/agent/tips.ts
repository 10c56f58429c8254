import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isObjectName } from "../../../base/ids.ts";

/** A hostile context may hold any number of refs and logs; past this it is not a result any more. */
const mostTips = 1000;
const mostBytes = 4 * 1024 * 1024;

export interface Tips {
  readonly names: string[];
  /** There are more than these. */
  readonly isCut: boolean;
}

/** Object names that a context's HEAD, refs and logs mention, without the base. Nothing there is run, only read. */
export async function readTips(gitDir: string, base: string): Promise<Tips> {
  const names = new Set<string>();
  const note = (words: readonly string[]): void => {
    for (const word of words) if (isObjectName(word) && word !== base && !/^0+$/.test(word)) names.add(word);
  };
  const refs = await refFiles(join(gitDir, "refs"), 0);
  let isCut = refs.length > mostTips;
  const read = async (path: string): Promise<string> => {
    const { text, isWhole } = await readText(path);
    isCut ||= !isWhole;
    return text;
  };
  for (const path of [join(gitDir, "HEAD"), join(gitDir, "packed-refs"), ...refs])
    note((await read(path)).split(/[\s^]+/));
  for (const path of [join(gitDir, "logs", "HEAD"), join(gitDir, "logs", "refs", "stash")]) {
    // Only the first two words of a line are commits of this repository; the message may mention any.
    for (const line of (await read(path)).split("\n")) note(line.split(" ", 2));
  }
  return { names: [...names].slice(0, mostTips), isCut: isCut || names.size > mostTips };
}

async function refFiles(folder: string, depth: number): Promise<readonly string[]> {
  if (depth > 16) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await refFiles(path, depth + 1)));
    else found.push(path);
    if (found.length > mostTips) break;
  }
  return found;
}

const nothing = { text: "", isWhole: true };

/** A pipe or a device in a ref's place mentions no commit, and must not be waited for. */
async function readText(path: string): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return nothing;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return nothing;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(stats.size, mostBytes)), 0);
    return { text: buffer.toString("latin1", 0, bytesRead), isWhole: stats.size <= mostBytes };
  } finally {
    await file.close();
  }
}
