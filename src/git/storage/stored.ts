import type { Entry } from "./index-file.ts";
import type { Git } from "../git.ts";
import { readInfos, readObjects } from "../history/read-commits.ts";
import { type PrivateIndex, listEntries } from "../index.ts";

/** The index entries of these paths. */
export async function readEntries(git: Git, place: PrivateIndex, paths: readonly string[]): Promise<readonly Entry[]> {
  const wanted = new Set(paths);
  return (await listEntries(git, place)).filter((entry) => wanted.has(entry.path));
}

/** Longer ones are not read. */
export async function readSmallBlobs(
  git: Git,
  gitDir: string,
  ask: { names: readonly string[]; most: number },
): Promise<ReadonlyMap<string, Buffer>> {
  const infos = await readInfos(git, { gitDir }, ask.names);
  const small = infos.filter(({ type, size }) => type === "blob" && size <= ask.most).map(({ name }) => name);
  return new Map((await readObjects(git, gitDir, small)).map(({ name, bytes }) => [name, bytes]));
}
