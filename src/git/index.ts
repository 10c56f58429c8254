import { literally } from "../base/ignore/gitignore-words.ts";
import { type Git, type GitCall, requireOk } from "./git.ts";

/** A store as git dir, a folder as work tree, and an index that nobody but Tutti writes. */
export interface PrivateIndex {
  readonly gitDir: string;
  readonly workTree: string;
  readonly index: string;
  /** Folders in the work tree that are no part of it, whatever ignore files say. */
  readonly lent?: readonly string[];
}

/** Their names are the same in every repository of a format. */
const emptyBlobs = {
  sha1: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  sha256: "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
};

/** Patterns of the command line go before those of any file. */
const unlent = ({ lent = [] }: PrivateIndex): readonly string[] =>
  lent.map((folder) => `--exclude=/${literally(folder)}`);

const on = (place: PrivateIndex): Pick<GitCall, "gitDir" | "workTree" | "index"> => ({
  gitDir: place.gitDir,
  workTree: place.workTree,
  index: place.index,
});

/** Writes a tree's files into the (empty) work tree and records them in the index, with their stat data. */
export async function populate(git: Git, place: PrivateIndex, tree: string): Promise<void> {
  requireOk(
    await git.sealed({ ...on(place), args: ["read-tree", "--reset", "-u", "--end-of-options", tree] }),
    "writing the files of a context",
  );
}

/** Makes the index say a tree without touching files; entries that stay the same keep their stat data. */
export async function loadIndex(git: Git, place: PrivateIndex, tree: string): Promise<void> {
  requireOk(
    await git.sealed({ ...on(place), args: ["read-tree", "--reset", "--end-of-options", tree] }),
    "loading an index",
  );
}

/** Looks at every file once, so that the index knows which ones are as it says. */
export async function refreshIndex(git: Git, place: PrivateIndex): Promise<void> {
  const exit = await git.sealed({ ...on(place), args: ["update-index", "-q", "--refresh"] });
  // 1 only says that some are not.
  if (exit.code !== 1) requireOk(exit, "looking at files");
}

/**
 * Paths that differ from the index, deleted ones and untracked ones included; a nested repository ends in `/`. Raw
 * bytes.
 */
export async function listChanged(git: Git, place: PrivateIndex): Promise<readonly string[]> {
  const exit = await git.sealed({
    ...on(place),
    args: ["ls-files", "-z", "-m", "-d", "-o", "--exclude-standard", ...unlent(place)],
  });
  return [...new Set(paths(requireOk(exit, "looking for changes")))];
}

/** Files neither in the index nor ignored. */
export async function listUntracked(git: Git, place: PrivateIndex): Promise<readonly string[]> {
  const exit = await git.sealed({
    ...on(place),
    args: ["ls-files", "-z", "-o", "--exclude-standard", ...unlent(place)],
  });
  return paths(requireOk(exit, "looking for untracked files")).filter((path) => !path.endsWith("/"));
}

/** What ignore rules hide, folders as one entry ending in `/`. */
export async function listIgnored(git: Git, place: PrivateIndex): Promise<readonly string[]> {
  const exit = await git.sealed({
    ...on(place),
    args: ["ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory", ...unlent(place)],
  });
  return paths(requireOk(exit, "listing ignored files"));
}

/** Those of the paths that ignore rules hide: for folders that git itself does not look into. */
export async function listIgnoredAmong(
  git: Git,
  place: PrivateIndex,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const exit = await git.sealed({
    ...on(place),
    args: ["check-ignore", "-z", "--no-index", "--stdin"],
    stdin: lines(names),
  });
  // 1 only says that none of them is.
  return exit.code === 1 ? [] : paths(requireOk(exit, "asking which files are ignored"));
}

/**
 * Tracked paths of the user's checkout that differ from a commit, staged or not; with the user's own filters, since it
 * is theirs.
 */
export async function listDirty(git: Git, checkout: PrivateIndex, commit: string): Promise<readonly string[]> {
  const exit = await git.checkout({
    ...on(checkout),
    args: ["diff-index", "-z", "--name-only", "--no-renames", "--ignore-submodules=all", commit, "--"],
  });
  return paths(requireOk(exit, "looking for uncommitted changes"));
}

/** Paths at which an index differs from a commit, whatever the files are. */
export async function listStaged(git: Git, place: PrivateIndex, commit: string): Promise<readonly string[]> {
  const exit = await git.sealed({
    ...on(place),
    args: ["diff-index", "--cached", "-z", "--name-only", "--no-renames", commit, "--"],
  });
  return paths(requireOk(exit, "comparing an index"));
}

/** How a user may mark a path of their own index: git does not look at its file, or takes it for unchanged. */
export type Mark = "skip-worktree" | "assume-unchanged";

/** The marked paths of an index. */
export async function listMarks(git: Git, place: PrivateIndex): Promise<ReadonlyMap<string, Mark>> {
  const exit = await git.sealed({ ...on(place), args: ["ls-files", "-z", "-v"] });
  const marked = paths(requireOk(exit, "reading the index")).filter((line) => /^[a-zS] /.test(line));
  return new Map(marked.map((line) => [line.slice(2), /^s/i.test(line) ? "skip-worktree" : "assume-unchanged"]));
}

export async function setMarks(git: Git, place: PrivateIndex, marks: ReadonlyMap<string, Mark>): Promise<void> {
  for (const mark of ["skip-worktree", "assume-unchanged"] as const) {
    const marked = [...marks].filter(([, value]) => value === mark).map(([path]) => path);
    if (marked.length > 0)
      requireOk(
        await git.sealed({ ...on(place), args: ["update-index", `--${mark}`, "-z", "--stdin"], stdin: lines(marked) }),
        "marking paths",
      );
  }
}

export interface SpecialEntries {
  readonly submodules: readonly string[];
  /** Files that give attributes to others. */
  readonly attributeFiles: readonly string[];
  /** Empty files. */
  readonly empty: readonly string[];
}

/** What an index holds besides ordinary files. No file of the work tree is looked at. */
export async function listSpecial(git: Git, place: PrivateIndex): Promise<SpecialEntries> {
  const exit = await git.sealed({ ...on(place), args: ["ls-files", "-z", "--stage"] });
  const submodules: string[] = [];
  const attributeFiles: string[] = [];
  const empty: string[] = [];
  for (const line of paths(requireOk(exit, "reading the index"))) {
    const path = line.slice(line.indexOf("\t") + 1);
    if (line.startsWith("160000 ")) submodules.push(path);
    else if (path === ".gitattributes" || path.endsWith("/.gitattributes")) attributeFiles.push(path);
    else if (line.includes(` ${emptyBlobs.sha1} `) || line.includes(` ${emptyBlobs.sha256} `)) empty.push(path);
  }
  return { submodules, attributeFiles, empty };
}

/**
 * Paths of the index with this attribute set, by the attributes in the index itself (the base's), not the work tree's.
 */
export async function listWithAttribute(
  git: Git,
  place: PrivateIndex,
  ask: { attribute: string; paths: readonly string[] },
): Promise<readonly string[]> {
  if (ask.paths.length === 0) return [];
  const exit = await git.sealed({
    ...on(place),
    args: ["check-attr", "--cached", "-z", "--stdin", ask.attribute],
    stdin: lines(ask.paths),
  });
  const fields = requireOk(exit, "reading attributes").toString("latin1").split("\0");
  const found: string[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const value = fields[at + 2];
    if (value !== "unspecified" && value !== "unset") found.push(fields[at] ?? "");
  }
  return found;
}

/**
 * Takes the named paths into the index as the work tree has them: content, mode, symlink; a missing file is a deletion.
 */
export async function takePaths(git: Git, place: PrivateIndex, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const exit = await git.sealed({
    ...on(place),
    args: ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"],
    stdin: lines(names),
  });
  requireOk(exit, "recording changes");
}

/** Takes the named paths out of the index, whatever lies in their place. */
export async function dropPaths(git: Git, place: PrivateIndex, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  requireOk(
    await git.sealed({ ...on(place), args: ["update-index", "-z", "--force-remove", "--stdin"], stdin: lines(names) }),
    "recording deletions",
  );
}

/** Puts entries into the index by object name; mode `0` takes the path out. */
export async function setEntries(
  git: Git,
  place: PrivateIndex,
  entries: readonly { readonly mode: string; readonly blob: string; readonly path: string }[],
): Promise<void> {
  if (entries.length === 0) return;
  const text = entries.map((entry) => `${entry.mode} ${entry.blob}\t${entry.path}`);
  requireOk(
    await git.sealed({ ...on(place), args: ["update-index", "-z", "--index-info"], stdin: lines(text) }),
    "setting index entries",
  );
}

/** Stores bytes as they are, without any conversion. */
export async function storeBytes(git: Git, gitDir: string, bytes: Uint8Array): Promise<string> {
  return requireOk(
    await git.sealed({ gitDir, args: ["hash-object", "-w", "--no-filters", "--stdin"], stdin: bytes }),
    "storing a file",
  )
    .toString("utf8")
    .trim();
}

function lines(items: readonly string[]): Buffer {
  return Buffer.from(items.map((item) => `${item}\0`).join(""), "latin1");
}

function paths(output: Buffer): readonly string[] {
  return output
    .toString("latin1")
    .split("\0")
    .filter((path) => path !== "");
}
