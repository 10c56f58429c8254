import type { TreeSha } from "../../base/ids.ts";
import type { Git } from "../git.ts";
import { writeTree } from "../history/trees.ts";
import type { PrivateIndex } from "../index.ts";
import { type ObjectFormat, objectName } from "../objects/bytes/object-name.ts";
import type { NewObject } from "../objects/bytes/pack.ts";
import { type TreeEntry, encodeTree } from "../objects/bytes/tree-bytes.ts";
import { type Entry, type IndexFile, type KnownTree, readIndexFile } from "./index-file.ts";
import { writeLoose } from "./loose.ts";

export interface IndexTree {
  readonly tree: TreeSha;
  /** The trees of changed folders, which the repository itself has now; `null`: unknown. */
  readonly made: readonly string[] | null;
  /** The entries it was made from; `null`: only git can read it. */
  readonly entries: readonly Entry[] | null;
}

/** More changed folders than this are git's work. */
const mostMade = 256;

/**
 * The tree of an index that only Tutti writes, stored in the repository itself. Unchanged folders are not looked at:
 * the index knows their trees.
 */
export async function writeIndexTree(
  git: Git,
  { gitDir, index, format }: Pick<PrivateIndex, "gitDir" | "index" | "format">,
): Promise<IndexTree> {
  const found = format === undefined ? undefined : await readIndexFile(index, format);
  const built = format === undefined || found === undefined ? undefined : tryToBuild(found, format);
  if (built === undefined) return { tree: await writeTree(git, gitDir, index), made: null, entries: null };
  await writeLoose(gitDir, built.made);
  return { tree: built.tree, made: [...built.made.keys()], entries: found?.entries ?? null };
}

/** A name that no tree may have is git's to judge. */
function tryToBuild(found: IndexFile, format: ObjectFormat): ReturnType<typeof buildTrees> {
  try {
    return buildTrees(found, format);
  } catch {
    return undefined;
  }
}

/** Pure. `undefined`: there are too many changed folders, or an entry that git has to judge. */
function buildTrees(
  { entries, root }: IndexFile,
  format: ObjectFormat,
): { readonly tree: TreeSha; readonly made: ReadonlyMap<string, NewObject> } | undefined {
  const made = new Map<string, NewObject>();
  const build = (range: Range, known: KnownTree | undefined): string | undefined => {
    if (known?.id !== undefined && known.id !== null && known.count === range.to - range.from) return known.id;
    if (made.size >= mostMade) return undefined;
    const lines = linesOf(entries, range, (folder, within) => build(within, known?.folders.get(folder)));
    if (lines === undefined) return undefined;
    const { bytes } = encodeTree(format, lines);
    const id = objectName(format, "tree", bytes);
    made.set(id, { type: "tree", bytes });
    return id;
  };
  const tree = build({ from: 0, to: entries.length, prefix: "" }, root);
  return tree === undefined ? undefined : { tree: tree as TreeSha, made };
}

/** Entries that lie in one folder; they lie together, since the index is in order. */
interface Range {
  readonly from: number;
  readonly to: number;
  /** The folder's path with a slash, or nothing at the top. */
  readonly prefix: string;
}

type Build = (folder: string, range: Range) => string | undefined;

function linesOf(
  entries: readonly Entry[],
  { from, to, prefix }: Range,
  build: Build,
): readonly TreeEntry[] | undefined {
  const lines: TreeEntry[] = [];
  for (let at = from; at < to; ) {
    const entry = entries[at];
    const rest = entry?.path.slice(prefix.length) ?? "";
    const slash = rest.indexOf("/");
    if (entry === undefined || rest === "") return undefined;
    if (slash === -1) {
      lines.push({ mode: entry.mode, name: rest, id: entry.blob });
      at += 1;
      continue;
    }
    const name = rest.slice(0, slash);
    const folder = `${prefix}${name}/`;
    const within = { from: at, to: endOf(entries, { from: at, to, prefix: folder }), prefix: folder };
    const id = build(name, within);
    if (id === undefined) return undefined;
    lines.push({ mode: "40000", name, id });
    at = within.to;
  }
  return lines;
}

/** The first entry that is not in the folder, by halving. */
function endOf(entries: readonly Entry[], { from, to, prefix }: Range): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]?.path.startsWith(prefix) === true) low = middle + 1;
    else high = middle;
  }
  return low;
}
