import type { TreeSha } from "../../../base/ids.ts";
import { differences } from "./compare.ts";
import type { Objects } from "../objects.ts";
import { type TreeEntry, isFolder, isUsualMode, placeOf } from "../bytes/tree-bytes.ts";

export type TreeMerge =
  | { readonly kind: "clean"; readonly tree: TreeSha }
  /** Only git can merge these (latin1). */
  | { readonly kind: "contended"; readonly paths: readonly string[] };

export interface Sides<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/**
 * Three-way merge by entries, without looking into files; clean only where git's merge gives the same tree. git follows
 * renames only from deleted files. They matter for a file if the other side changed or deleted it too, for a folder if
 * one side emptied it and the other added to it. Both are contended here.
 */
export async function mergeTrees(objects: Objects, what: Sides<TreeSha>): Promise<TreeMerge> {
  const contended: string[] = [];
  const merged = await mergeFolder({ objects, contended }, "", what);
  return contended.length > 0
    ? { kind: "contended", paths: contended.sort() }
    : { kind: "clean", tree: merged ?? objects.writeTree([]) };
}

interface Merging {
  readonly objects: Objects;
  readonly contended: string[];
}

/** `undefined`: nothing is left in it (or it is contended). */
async function mergeFolder(
  merging: Merging,
  path: string,
  what: { base: TreeSha | undefined; ours: TreeSha; theirs: TreeSha },
): Promise<TreeSha | undefined> {
  if (what.theirs === what.base) return what.ours;
  if (what.ours === what.base) return what.theirs;
  const { objects, contended } = merging;
  const [base, ours, theirs] = await Promise.all([
    what.base === undefined ? [] : objects.readTree(what.base),
    objects.readTree(what.ours),
    objects.readTree(what.theirs),
  ]);
  // git reads odd modes as usual ones, and could see a change where we see none, or the reverse.
  const odd = [...base, ...ours, ...theirs].filter((entry) => !isUsualMode(entry.mode));
  contended.push(...odd.map((entry) => path + entry.name));
  const names = new Set(differences(base, theirs).map(({ before, after }) => (before ?? after)?.name ?? ""));
  const decided = await Promise.all(
    [...names].map(async (name) => {
      const sides = {
        base: base[placeOf(base, name)],
        ours: ours[placeOf(ours, name)],
        theirs: theirs[placeOf(theirs, name)],
      };
      return [name, await mergeEntry(merging, path + name, sides)] as const;
    }),
  );
  if (contended.length > 0) return undefined;
  return writeMerged(objects, { tree: what.ours, entries: ours }, new Map(decided));
}

/** Names that are not given stay as they are on our side. */
function writeMerged(
  objects: Objects,
  ours: { tree: TreeSha; entries: readonly TreeEntry[] },
  decided: ReadonlyMap<string, TreeEntry | undefined>,
): TreeSha | undefined {
  const left = new Map(decided);
  // Each in its place: nothing has to be sorted then.
  const entries = ours.entries.flatMap((entry) => {
    if (!left.has(entry.name)) return [entry];
    const next = left.get(entry.name);
    left.delete(entry.name);
    return next === undefined ? [] : [next];
  });
  for (const next of left.values()) if (next !== undefined) entries.push(next);
  return entries.length === 0 ? undefined : objects.writeTree(entries);
}

type Decision =
  | { readonly kind: "take"; readonly entry: TreeEntry | undefined }
  | { readonly kind: "go-down" }
  | { readonly kind: "contended" };

async function mergeEntry(
  merging: Merging,
  path: string,
  sides: Sides<TreeEntry | undefined>,
): Promise<TreeEntry | undefined> {
  const decision = decide(sides);
  if (decision.kind === "take") return decision.entry;
  const { base, ours, theirs } = sides;
  if (decision.kind === "contended" || ours === undefined || theirs === undefined) {
    merging.contended.push(path);
    return undefined;
  }
  const tree = await mergeFolder(merging, `${path}/`, {
    base: base?.id as TreeSha | undefined,
    ours: ours.id as TreeSha,
    theirs: theirs.id as TreeSha,
  });
  // git has no empty folders.
  return tree === undefined ? undefined : { mode: ours.mode, name: ours.name, id: tree };
}

/** The merge decision for one name. */
function decide({ base, ours, theirs }: Sides<TreeEntry | undefined>): Decision {
  if (isSame(theirs, base)) return { kind: "take", entry: ours };
  if (isSame(ours, base)) return { kind: "take", entry: theirs };
  const isDownward =
    (base === undefined || isFolder(base)) &&
    ours !== undefined &&
    isFolder(ours) &&
    theirs !== undefined &&
    isFolder(theirs);
  // Also where both did the same: inside, both may have renamed one file differently.
  if (isDownward && !(base === undefined && isSame(ours, theirs))) return { kind: "go-down" };
  const isDeleted =
    base !== undefined && [ours, theirs].some((side) => side === undefined || isFolder(side) !== isFolder(base));
  return isSame(ours, theirs) && !isDeleted ? { kind: "take", entry: ours } : { kind: "contended" };
}

function isSame(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}
