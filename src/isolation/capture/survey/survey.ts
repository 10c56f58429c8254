import type { Entry } from "../../../git/storage/index-file.ts";
import { access, constants, lstat, readdir } from "node:fs/promises";
import type { CommitSha } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import {
  type PrivateIndex,
  listChanged,
  listIgnored,
  listIgnoredAmong,
  listWithAttribute,
} from "../../../git/index.ts";
import { listPlainChanged } from "../../../git/plain/changed-files.ts";
import { type Lent, isBookkeeping, lentIn, lentLinks, unlentIn } from "../../prepare/lent.ts";
import { parentPath, pathBytes } from "../../raw-path.ts";
import { forcedAmong, largestFile, type LeftOut } from "./left-out.ts";
import { findFetched } from "../nested/lfs.ts";
import { lookAround, type Walked } from "./walk.ts";
import { type SafeTree, withSafeTree } from "./safe-tree.ts";

export interface Survey {
  /** Files and links to take as they are; those of nested repositories as plain files. */
  readonly changed: readonly string[];
  /** Tracked paths without a file. */
  readonly gone: readonly string[];
  /** Ignored paths that belong to the result; on the left-out list until taken. */
  readonly forced: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Changed files whose attributes in the base name an external filter. */
  readonly filtered: readonly string[];
  /** Entries that go into the result by object name. */
  readonly entries: readonly Entry[];
  /** Submodules with anything in their folders; on the left-out list until looked into. */
  readonly submodules: readonly string[];
  /** Commits in the store with files that are not part of the result. */
  readonly evidence: readonly CommitSha[];
  readonly safe: Pick<SafeTree, "hazards" | "isPassedOver">;
}

export type Tracked = () => Promise<ReadonlySet<string>>;

/**
 * Finds what a task changed and what can't be captured. git skips special files, unreadable folders and nested
 * repositories silently, and hangs at a pipe: walking finds those first. `tracked` is asked only if anything is
 * ignored.
 */
export async function surveyContext(git: Git, place: PrivateIndex & Lent, tracked?: Tracked): Promise<Survey> {
  const { special, walked, safe } = await lookAround(git, place);
  const gitlinks = new Set(special.submodules);
  const isLent = lentIn(place);
  const listing = await withSafeTree({ ...place, ...safe }, (workTree) =>
    list(git, { ...place, workTree }, { ...walked, ...safe, hasRules: walked.hasRules || special.hasRules }),
  );
  const { leftOut } = listing;
  const hidden = new Set(listing.ignored.filter((path) => !isLent(path)));
  for (const path of hidden) leftOut.push({ path, reason: reasonOf(listing.changed), bytes: null });
  const forced =
    tracked === undefined || hidden.size === 0
      ? new Set<string>()
      : forcedAmong(new Set([...(await tracked())].filter((path) => !isLent(path))), hidden);
  leftOut.push(...(await leftInLent(place)));
  const submodules: string[] = [];
  for (const path of gitlinks) if (await noteSubmodule(place.workTree, path, leftOut)) submodules.push(path);
  const listed = [...listing.changed.filter((name) => !name.endsWith("/")), ...listing.nested, ...forced];
  const { changed, gone } = await sortListed(place, { listed: new Set(listed), gitlinks, leftOut });
  const survey = {
    changed,
    gone,
    forced: [...forced],
    leftOut,
    filtered: [],
    entries: [],
    submodules,
    evidence: [],
    safe,
  };
  return special.attributeFiles.length === 0 ? survey : sortFiltered(git, place, survey);
}

interface Listing {
  readonly changed: readonly string[];
  readonly ignored: readonly string[];
  readonly leftOut: LeftOut[];
  /** Files of nested repositories: git does not look into these. */
  readonly nested: readonly string[];
}

async function list(git: Git, place: PrivateIndex, walked: Walked & Pick<SafeTree, "isPassedOver">): Promise<Listing> {
  const plain = await listPlain(place, walked);
  // Tutti's own repository has no rules: without a file of rules nothing is ignored but what was lent.
  const [changed, ignored] =
    plain !== undefined
      ? [plain, []]
      : await Promise.all([listChanged(git, place), walked.hasRules ? listIgnored(git, place) : []]);
  const isHidden = within(new Set(ignored.map(withoutSlash)), walked.isPassedOver);
  // An ignored folder is listed once.
  const leftOut = walked.leftOut.filter(({ path }) => !isHidden(path));
  const nested = walked.nested.filter((path) => !isHidden(path));
  const ignoredNested = new Set(await listIgnoredAmong(git, place, nested));
  return {
    changed,
    ignored: [...ignored, ...ignoredNested],
    leftOut,
    nested: nested.filter((path) => !ignoredNested.has(path)),
  };
}

/** Without an untracked file nothing is ignored. `undefined`: git is asked, which knows rules and nested repositories. */
async function listPlain(place: PrivateIndex, walked: Walked): Promise<readonly string[] | undefined> {
  const isUsual = walked.nested.length === 0 && walked.hazards.length === 0 && walked.leftOut.length === 0;
  return isUsual ? listPlainChanged(place, walked) : undefined;
}

/** Whether a path is one of these, or lies in one. */
function within(folders: ReadonlySet<string>, isPassedOver: (path: string) => boolean): (path: string) => boolean {
  return (path) => {
    for (let above = withoutSlash(path); above !== ""; above = parentPath(above))
      if (folders.has(above) || isPassedOver(above)) return true;
    return false;
  };
}

/** A task that changed ignore rules may have hidden work: what is ignored is not known to be waste. */
function reasonOf(changed: readonly string[]): "ignored" | "ignored by a rule of its own" {
  return changed.some((path) => path === ".gitignore" || path.endsWith("/.gitignore"))
    ? "ignored by a rule of its own"
    : "ignored";
}

interface Sorting {
  readonly listed: ReadonlySet<string>;
  readonly gitlinks: ReadonlySet<string>;
  readonly leftOut: LeftOut[];
}

async function sortListed(
  place: PrivateIndex & Lent,
  { listed, gitlinks, leftOut }: Sorting,
): Promise<{ changed: string[]; gone: string[] }> {
  const isLentLink = lentLinks(place);
  const changed: string[] = [];
  const gone: string[] = [];
  const folders = new Map<string, Promise<FoundAt>>();
  const told = new Set(leftOut.filter(({ reason }) => reason === "too large").map((item) => item.path));
  for (const path of listed) {
    const found = await readAt(place.workTree, path, folders);
    if (found.kind === "file" && (await isLentLink(path)))
      leftOut.push({ path, reason: "link of a prepared folder", bytes: null });
    else if (found.kind === "file") changed.push(path);
    else if (found.kind === "unreadable" || found.kind === "too large") {
      if (!told.has(path)) leftOut.push({ path, reason: found.kind, bytes: found.bytes });
    }
    // Recording it as deleted would land a deletion that the task may not have meant.
    else if (found.kind === "special") replaceReason(leftOut, path);
    // A folder in a submodule's place is the submodule; in a file's place, the file is gone.
    else if (!gitlinks.has(path) || found.kind === "nothing") gone.push(path);
  }
  return { changed, gone };
}

function replaceReason(leftOut: LeftOut[], path: string): void {
  const at = leftOut.findIndex((item) => item.path === path);
  leftOut.splice(at === -1 ? leftOut.length : at, 1, {
    path,
    reason: "special file in place of a tracked one",
    bytes: null,
  });
}

/** Files that a task put into borrowed folders, except bookkeeping of tools. */
async function leftInLent(place: Lent): Promise<readonly LeftOut[]> {
  const own = (await unlentIn(place)).filter(
    (path) => !isBookkeeping(parentPath(withoutSlash(path)), withoutSlash(path).replace(/^.*\//s, "")),
  );
  return own.map((path) => ({ path, reason: "in a prepared folder", bytes: null }));
}

/** Separates files under an external filter: only fetched, or stored without it. */
async function sortFiltered(git: Git, place: PrivateIndex, survey: Survey): Promise<Survey> {
  const large = survey.leftOut.filter((item) => item.reason === "too large").map((item) => item.path);
  const named = await listWithAttribute(git, place, { attribute: "filter", paths: [...survey.changed, ...large] });
  const { fetched, entries } = await findFetched(git, place, named);
  const changed = survey.changed.filter((path) => !fetched.has(path));
  const taken = new Set(changed);
  return {
    ...survey,
    changed,
    filtered: named.filter((path) => taken.has(path)),
    entries,
    leftOut: survey.leftOut.filter((item) => !fetched.has(item.path)),
  };
}

/** A submodule stays at the base's commit; files in its folder are listed. Whether there are any. */
async function noteSubmodule(root: string, path: string, leftOut: LeftOut[]): Promise<boolean> {
  const entries = await readdir(pathBytes(root, path)).catch(() => []);
  if (entries.length > 0) leftOut.push({ path: `${path}/`, reason: "submodule", bytes: null });
  return entries.length > 0;
}

type FoundAt =
  | { readonly kind: "nothing" | "file" | "folder" | "special" }
  | { readonly kind: "unreadable" | "too large"; readonly bytes: number | null };

/** Folders on the way count too: nothing beyond a link belongs to the context. */
async function readAt(root: string, path: string, folders: Map<string, Promise<FoundAt>>): Promise<FoundAt> {
  const parent = parentPath(path);
  if (parent !== "") {
    const known = folders.get(parent) ?? readAt(root, parent, folders);
    folders.set(parent, known);
    const above = await known;
    if (above.kind === "unreadable") return above;
    if (above.kind !== "folder") return { kind: "nothing" };
  }
  return readEntry(pathBytes(root, path));
}

async function readEntry(path: Buffer): Promise<FoundAt> {
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
