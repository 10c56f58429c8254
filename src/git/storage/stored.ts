import { type Git, requireOk } from "../git.ts";
import type { PrivateIndex } from "../index.ts";

/** One line of an index. `path` is raw bytes as latin1. */
export interface Entry {
  readonly mode: string;
  readonly blob: string;
  readonly path: string;
}

/** What an index says of these paths. */
export async function readEntries(git: Git, place: PrivateIndex, paths: readonly string[]): Promise<readonly Entry[]> {
  const wanted = new Set(paths);
  const exit = await git.sealed({ gitDir: place.gitDir, index: place.index, args: ["ls-files", "-z", "--stage"] });
  const lines = requireOk(exit, "reading the index").toString("latin1").split("\0");
  const entries = lines.map((line) => {
    const tab = line.indexOf("\t");
    const [mode = "", blob = ""] = line.slice(0, Math.max(0, tab)).split(" ");
    return { mode, blob, path: line.slice(tab + 1) };
  });
  return entries.filter((entry) => wanted.has(entry.path));
}

/** The content of those blobs that are at most this long; the others are not read. */
export async function readSmallBlobs(
  git: Git,
  gitDir: string,
  ask: { names: readonly string[]; most: number },
): Promise<ReadonlyMap<string, Buffer>> {
  if (ask.names.length === 0) return new Map();
  const checked = await git.sealed({
    gitDir,
    args: ["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)"],
    stdin: lines(ask.names),
  });
  const small = requireOk(checked, "looking at files")
    .toString("utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, type, size]) => type === "blob" && Number(size) <= ask.most);
  const output = requireOk(
    await git.sealed({ gitDir, args: ["cat-file", "--batch"], stdin: lines(small.map(([name = ""]) => name)) }),
    "reading files",
  );
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf("\n", at);
    const [name = "", , size = "0"] = output.toString("utf8", at, end).split(" ");
    blobs.set(name, output.subarray(end + 1, end + 1 + Number(size)));
    at = end + Number(size) + 2;
  }
  return blobs;
}

function lines(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join("");
}
