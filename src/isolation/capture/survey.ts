import { access, constants, lstat, readdir } from "node:fs/promises";
import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { type PrivateIndex, listChanged, listIgnored, listIgnoredAmong, listSpecial, listWithAttribute } from "../../git/index.ts";
import type { Entry } from "../../git/stored.ts";
import { type Lent, isBookkeeping, lentIn, lentLinks, strangersIn } from "../lent.ts";
import { childPath, parentPath, pathBytes } from "../raw-path.ts";
import { forcedAmong } from "./forced.ts";
import { findFetched } from "./lfs.ts";

/** A path that a capture does not hold, and why. Paths are raw bytes as latin1. */
export interface LeftOut {
  readonly path: string;
  readonly reason:
    | "ignored"
    | "ignored by a rule of its own"
    | "special file"
    | "unreadable"
    | "too large"
    | "nested repository's history"
    | "submodule"
    | "refused by git"
    | "in a borrowed folder"
    | "link of a borrowed folder"
    | "unreadable history";
  readonly bytes: number | null;
  readonly detail?: string;
}

/** Whether nothing is lost with it: it can be made again, or leads to what stays where it is. */
export function mayGo({ reason }: Pick<LeftOut, "reason">): boolean {
  return reason === "ignored" || reason === "in a borrowed folder" || reason === "link of a borrowed folder";
}

export interface Survey {
  /** Files and links to take as they lie there; those of nested repositories as plain files. */
  readonly changed: readonly string[];
  /** Tracked paths at which there is no file any more. */
  readonly gone: readonly string[];
  /** Ignored paths that belong to the result all the same, if files lie there; on the left-out list until they are taken. */
  readonly forced: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Those of the changed files whose attributes, as the base says them, name an external filter. */
  readonly filtered: readonly string[];
  /** What goes into the result by its object name, not by what lies there. */
  readonly entries: readonly Entry[];
  /** Submodules of the base with anything in their folders; each is on the left-out list until somebody looks inside. */
  readonly submodules: readonly string[];
  /** Commits in the store that hold files which are not part of the result. */
  readonly evidence: readonly CommitSha[];
}

export type Tracked = () => Promise<ReadonlySet<string>>;

/** Above this a single file is left where it is and listed. */
const largestFile = 256 * 1024 * 1024;

/**
 * Finds what a task changed and what can't be captured. git knows what is modified and what is ignored, but passes over
 * special files, unreadable folders and nested repositories without a word: those are found by walking. `tracked` says which
 * files somebody tracks whether they are ignored or not, and is asked only if any is ignored.
 */
export async function surveyContext(git: Git, place: PrivateIndex & Lent, tracked?: Tracked): Promise<Survey> {
  const [listed, ignored, special] = await Promise.all([listChanged(git, place), listIgnored(git, place), listSpecial(git, place)]);
  const gitlinks = new Set(special.submodules);
  const walk: Walk = { root: place.workTree, skip: new Set([...ignored.map(withoutSlash), ...gitlinks]), leftOut: [], nested: [] };
  await walkFolder(walk, "", false);
  const ignoredNested = new Set(await listIgnoredAmong(git, place, walk.nested));
  // A task that changed what is ignored may have hidden work of its own: then what is ignored is not known to be waste.
  const reason = listed.some((path) => path === ".gitignore" || path.endsWith("/.gitignore")) ? "ignored by a rule of its own" : "ignored";
  const isLent = lentIn(place);
  const hidden = new Set([...ignored, ...ignoredNested].filter((path) => !isLent(path)));
  for (const path of hidden) walk.leftOut.push({ path, reason, bytes: null });
  const forced =
    tracked === undefined || hidden.size === 0 ? new Set<string>() : forcedAmong(new Set([...(await tracked())].filter((path) => !isLent(path))), hidden);
  walk.leftOut.push(...(await leftInLent(place)));
  const isLentLink = lentLinks(place);
  const submodules: string[] = [];
  for (const path of gitlinks) if (await noteSubmodule(walk, path)) submodules.push(path);
  const changed: string[] = [];
  const gone: string[] = [];
  const folders = new Map<string, Promise<Lying>>();
  for (const path of new Set([...listed.filter((name) => !name.endsWith("/")), ...walk.nested.filter((name) => !ignoredNested.has(name)), ...forced])) {
    const lying = await lyingAt(walk.root, path, folders);
    if (lying.kind === "file" && (await isLentLink(path))) walk.leftOut.push({ path, reason: "link of a borrowed folder", bytes: null });
    else if (lying.kind === "file") changed.push(path);
    else if (lying.kind === "unreadable" || lying.kind === "too large") walk.leftOut.push({ path, reason: lying.kind, bytes: lying.bytes });
    // A folder in a submodule's place is the submodule, which stays what it was; in a file's place, the file is gone.
    else if (!gitlinks.has(path) || lying.kind === "nothing") gone.push(path);
  }
  const survey = { changed, gone, forced: [...forced], leftOut: walk.leftOut, filtered: [], entries: [], submodules, evidence: [] };
  return special.attributeFiles.length === 0 ? survey : sortFiltered(git, place, survey);
}

/** What a task put where nothing is captured from, but for what tools keep there for themselves. */
async function leftInLent(place: Lent): Promise<readonly LeftOut[]> {
  const own = (await strangersIn(place)).filter((path) => !isBookkeeping(parentPath(withoutSlash(path)), withoutSlash(path).replace(/^.*\//s, "")));
  return own.map((path) => ({ path, reason: "in a borrowed folder", bytes: null }));
}

/** Tells files under an external filter apart: those that only were fetched, and those that will be stored without it. */
async function sortFiltered(git: Git, place: PrivateIndex, survey: Survey): Promise<Survey> {
  const large = survey.leftOut.filter((item) => item.reason === "too large").map((item) => item.path);
  const named = await listWithAttribute(git, place, { attribute: "filter", paths: [...survey.changed, ...large] });
  const { fetched, entries } = await findFetched(git, place, named);
  const changed = survey.changed.filter((path) => !fetched.has(path));
  const taken = new Set(changed);
  return { ...survey, changed, filtered: named.filter((path) => taken.has(path)), entries, leftOut: survey.leftOut.filter((item) => !fetched.has(item.path)) };
}

interface Walk {
  readonly root: string;
  readonly skip: ReadonlySet<string>;
  readonly leftOut: LeftOut[];
  /** Files inside nested repositories. */
  readonly nested: string[];
}

async function walkFolder(walk: Walk, folder: string, inNested: boolean): Promise<void> {
  const entries = await readdir(pathBytes(walk.root, folder), { withFileTypes: true, encoding: "buffer" }).catch(() => undefined);
  if (entries === undefined) {
    walk.leftOut.push({ path: `${folder}/`, reason: "unreadable", bytes: null });
    return;
  }
  const isNested = inNested || (folder !== "" && entries.some((entry) => entry.name.toString("latin1") === ".git"));
  for (const entry of entries) {
    const name = entry.name.toString("latin1");
    const path = childPath(folder, name);
    if (name === ".git") {
      if (folder !== "") walk.leftOut.push({ path: `${path}/`, reason: "nested repository's history", bytes: null });
    } else if (walk.skip.has(path)) continue;
    else if (entry.isDirectory()) await walkFolder(walk, path, isNested);
    else if (!entry.isFile() && !entry.isSymbolicLink()) walk.leftOut.push({ path, reason: "special file", bytes: null });
    else if (isNested) walk.nested.push(path);
  }
}

/** A submodule stays what the base says; files a task put there are listed. Whether there are any. */
async function noteSubmodule(walk: Walk, path: string): Promise<boolean> {
  const entries = await readdir(pathBytes(walk.root, path)).catch(() => []);
  if (entries.length > 0) walk.leftOut.push({ path: `${path}/`, reason: "submodule", bytes: null });
  return entries.length > 0;
}

type Lying = { readonly kind: "nothing" | "file" | "folder" | "special" } | { readonly kind: "unreadable" | "too large"; readonly bytes: number | null };

/** What lies at a path. Folders on the way are looked at too: beyond a link nothing belongs to the context. */
async function lyingAt(root: string, path: string, folders: Map<string, Promise<Lying>>): Promise<Lying> {
  const parent = parentPath(path);
  if (parent !== "") {
    const known = folders.get(parent) ?? lyingAt(root, parent, folders);
    folders.set(parent, known);
    const above = await known;
    if (above.kind === "unreadable") return above;
    if (above.kind !== "folder") return { kind: "nothing" };
  }
  return lyingHere(pathBytes(root, path));
}

async function lyingHere(path: Buffer): Promise<Lying> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return { kind: "file" };
    if (stats.isDirectory()) return { kind: "folder" };
    if (!stats.isFile()) return { kind: "special" };
    if (stats.size > largestFile) return { kind: "too large", bytes: stats.size };
    return (await isReadable(path)) ? { kind: "file" } : { kind: "unreadable", bytes: stats.size };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? { kind: "nothing" } : { kind: "unreadable", bytes: null };
  }
}

async function isReadable(path: Buffer): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
