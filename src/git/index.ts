import { literally } from "../base/ignore/gitignore-words.ts";
import { fieldsIn, type Git, type GitCall, requireOk, wordIn } from "./git.ts";
import type { ObjectFormat } from "./objects/bytes/object-name.ts";
import { type Entry, type Mark, readIndexFile } from "./storage/index-file.ts";

/** A store as git dir, a folder as work tree, and an index that only Tutti writes. */
export interface PrivateIndex {
  readonly gitDir: string;
  readonly workTree: string;
  readonly index: string;
  /** Folders of the work tree that never count, despite ignore files. */
  readonly lent?: readonly string[];
  /** Known: the index is read without starting git. */
  readonly format?: ObjectFormat;
}

/** Their names are the same in every repository of a format. */
const emptyBlobs: ReadonlySet<string> = new Set([
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
]);

/** Patterns of the command line go before those of any file. */
const unlent = ({ lent = [] }: PrivateIndex): readonly string[] =>
  lent.map((folder) => `--exclude=/${literally(folder)}`);

interface Asked {
  readonly args: readonly string[];
  readonly what: string;
  /** Given on the input, one after the other. */
  readonly names?: readonly string[];
}

const callOn = ({ gitDir, workTree, index }: PrivateIndex, { args, names }: Asked): GitCall => ({
  gitDir,
  workTree,
  index,
  args,
  ...(names === undefined ? {} : { stdin: Buffer.from(names.map((name) => `${name}\0`).join(""), "latin1") }),
});

async function ask(git: Git, place: PrivateIndex, asked: Asked): Promise<readonly string[]> {
  return fieldsIn(requireOk(await git.sealed(callOn(place, asked)), asked.what));
}

/** For lists of names, which may be empty: then there is nothing to ask. */
async function askOf(
  git: Git,
  place: PrivateIndex,
  asked: Asked & { readonly names: readonly string[] },
): Promise<readonly string[]> {
  return asked.names.length === 0 ? [] : ask(git, place, asked);
}

/** Writes a tree's files into the work tree, and the index with their stat data; files that the index knows stay. */
export async function populate(git: Git, place: PrivateIndex & Pick<GitCall, "idle">, tree: string): Promise<void> {
  const args = ["read-tree", "--reset", "-u", "--end-of-options", tree];
  const asked = { args, what: "writing the files of a context" };
  const call = { ...callOn(place, asked), ...(place.idle === undefined ? {} : { idle: place.idle }) };
  requireOk(await git.sealed(call), asked.what);
}

/** Sets the index to a tree without touching files; unchanged entries keep their stat data. */
export async function loadIndex(git: Git, place: PrivateIndex, tree: string): Promise<void> {
  await ask(git, place, { args: ["read-tree", "--reset", "--end-of-options", tree], what: "loading an index" });
}

/** Looks at every file once, so that the index knows which are unchanged. */
export async function refreshIndex(git: Git, place: PrivateIndex): Promise<void> {
  const asked = { args: ["update-index", "-q", "--refresh"], what: "looking at files" };
  const exit = await git.sealed(callOn(place, asked));
  // 1 only says that some are not.
  if (exit.code !== 1) requireOk(exit, asked.what);
}

/** Changed, deleted and untracked paths (latin1); a nested repository ends in `/`. */
export async function listChanged(git: Git, place: PrivateIndex): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "-m", "-d", "-o", "--exclude-standard", ...unlent(place)];
  return [...new Set(await ask(git, place, { args, what: "looking for changes" }))];
}

/** Files neither in the index nor ignored. */
export async function listUntracked(git: Git, place: PrivateIndex): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "-o", "--exclude-standard", ...unlent(place)];
  const found = await ask(git, place, { args, what: "looking for untracked files" });
  return found.filter((path) => !path.endsWith("/"));
}

/** Entries hidden by ignore rules; a folder is one entry ending in `/`. */
export async function listIgnored(git: Git, place: PrivateIndex): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory", ...unlent(place)];
  return ask(git, place, { args, what: "listing ignored files" });
}

/** A look around in the user's checkout; git hangs at a pipe among the files that it reads. */
const lookMs = 60_000;

/** Folders of the user's checkout that git ignores there, by the user's own rules too. */
export async function listIgnoredFolders(
  git: Git,
  checkout: { readonly gitDir: string; readonly workTree: string },
): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory"];
  const exit = await git.checkout({ ...checkout, args, timeoutMs: lookMs });
  return fieldsIn(requireOk(exit, "listing ignored folders"))
    .filter((path) => path.endsWith("/"))
    .map((path) => Buffer.from(path, "latin1").toString("utf8").slice(0, -1));
}

/** Files of the user's checkout that git ignores there, by the user's own rules too, but for those in `but`. */
export async function listIgnoredFiles(
  git: Git,
  checkout: { readonly gitDir: string; readonly workTree: string },
  but: readonly string[],
): Promise<readonly string[]> {
  const without = but.map((folder) => `:(exclude,literal,top)${folder}`);
  const args = ["ls-files", "-z", "-o", "-i", "--exclude-standard", "--", ":/", ...without];
  const exit = await git.checkout({ ...checkout, args, timeoutMs: lookMs });
  return fieldsIn(requireOk(exit, "listing ignored files")).map((path) => Buffer.from(path, "latin1").toString("utf8"));
}

/** For folders that git itself does not look into. */
export async function listIgnoredAmong(
  git: Git,
  place: PrivateIndex,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const asked = {
    args: ["check-ignore", "-z", "--no-index", "--stdin"],
    names,
    what: "asking which files are ignored",
  };
  const exit = await git.sealed(callOn(place, asked));
  // 1 only says that none of them is.
  return exit.code === 1 ? [] : fieldsIn(requireOk(exit, asked.what));
}

/** Tracked paths of the user's checkout that differ from a commit, staged or not, with the user's filters. */
export async function listDirty(git: Git, checkout: PrivateIndex, commit: string): Promise<readonly string[]> {
  const args = ["diff-index", "-z", "--name-only", "--no-renames", "--ignore-submodules=all", commit, "--"];
  const asked = { args, what: "looking for uncommitted changes" };
  return fieldsIn(requireOk(await git.checkout(callOn(checkout, asked)), asked.what));
}

/** Paths at which an index differs from a commit. */
export async function listStaged(git: Git, place: PrivateIndex, commit: string): Promise<readonly string[]> {
  const args = ["diff-index", "--cached", "-z", "--name-only", "--no-renames", commit, "--"];
  return ask(git, place, { args, what: "comparing an index" });
}

/** The marked paths of an index. */
export async function listMarks(git: Git, place: PrivateIndex): Promise<ReadonlyMap<string, Mark>> {
  const read = place.format === undefined ? undefined : await readIndexFile(place.index, place.format);
  if (read !== undefined) return read.marks;
  const lines = await ask(git, place, { args: ["ls-files", "-z", "-v"], what: "reading the index" });
  const marked = lines.filter((line) => /^[a-zS] /.test(line));
  return new Map(marked.map((line) => [line.slice(2), /^s/i.test(line) ? "skip-worktree" : "assume-unchanged"]));
}

export async function setMarks(git: Git, place: PrivateIndex, marks: ReadonlyMap<string, Mark>): Promise<void> {
  for (const mark of ["skip-worktree", "assume-unchanged"] as const) {
    const names = [...marks].filter(([, value]) => value === mark).map(([path]) => path);
    await askOf(git, place, { args: ["update-index", `--${mark}`, "-z", "--stdin"], names, what: "marking paths" });
  }
}

/** All entries of an index, without looking at files. */
export async function listEntries(git: Git, place: PrivateIndex): Promise<readonly Entry[]> {
  const { gitDir, index, format } = place;
  const read = format === undefined ? undefined : await readIndexFile(index, format);
  if (read !== undefined) return read.entries;
  const exit = await git.sealed({ gitDir, index, args: ["ls-files", "-z", "--stage"] });
  return fieldsIn(requireOk(exit, "reading the index")).map((line) => {
    const [mode = "", blob = ""] = line.split(" ", 2);
    return { mode, blob, path: line.slice(line.indexOf("\t") + 1) };
  });
}

export interface SpecialEntries {
  readonly submodules: readonly string[];
  /** Files that give attributes to others. */
  readonly attributeFiles: readonly string[];
  /** Empty files. */
  readonly empty: readonly string[];
  /** Whether one of them has rules for what git ignores. */
  readonly hasRules: boolean;
}

export async function listSpecial(git: Git, place: PrivateIndex): Promise<SpecialEntries> {
  const submodules: string[] = [];
  const attributeFiles: string[] = [];
  const empty: string[] = [];
  let hasRules = false;
  for (const { mode, blob, path } of await listEntries(git, place)) {
    if (mode === "160000") submodules.push(path);
    else if (path === ".gitattributes" || path.endsWith("/.gitattributes")) attributeFiles.push(path);
    else if (emptyBlobs.has(blob)) empty.push(path);
    if (path === ".gitignore" || path.endsWith("/.gitignore")) hasRules = true;
  }
  return { submodules, attributeFiles, empty, hasRules };
}

/** Paths with this attribute, by the attributes of the index (the base's), not of the work tree. */
export async function listWithAttribute(
  git: Git,
  place: PrivateIndex,
  { attribute, paths: names }: { attribute: string; paths: readonly string[] },
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const asked = { args: ["check-attr", "--cached", "-z", "--stdin", attribute], names, what: "reading attributes" };
  // A value may be empty.
  const fields = requireOk(await git.sealed(callOn(place, asked)), asked.what)
    .toString("latin1")
    .split("\0");
  const found: string[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const value = fields[at + 2];
    if (value !== "unspecified" && value !== "unset") found.push(fields[at] ?? "");
  }
  return found;
}

/** Records paths as the work tree has them; a missing file is a deletion. */
export async function takePaths(git: Git, place: PrivateIndex, names: readonly string[]): Promise<void> {
  const args = ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"];
  await askOf(git, place, { args, names, what: "recording changes" });
}

export async function dropPaths(git: Git, place: PrivateIndex, names: readonly string[]): Promise<void> {
  const args = ["update-index", "-z", "--force-remove", "--stdin"];
  await askOf(git, place, { args, names, what: "recording deletions" });
}

/** By object name; mode `0` removes the path. */
export async function setEntries(git: Git, place: PrivateIndex, entries: readonly Entry[]): Promise<void> {
  const names = entries.map((entry) => `${entry.mode} ${entry.blob}\t${entry.path}`);
  await askOf(git, place, { args: ["update-index", "-z", "--index-info"], names, what: "setting index entries" });
}

/** Stores bytes as they are, without any conversion. */
export async function storeBytes(git: Git, gitDir: string, bytes: Uint8Array): Promise<string> {
  const args = ["hash-object", "-w", "--no-filters", "--stdin"];
  return wordIn(requireOk(await git.sealed({ gitDir, args, stdin: bytes }), "storing a file"));
}
