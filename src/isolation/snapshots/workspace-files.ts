import { access, constants, copyFile, lstat, mkdir, mkdtemp, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Git, requireOk } from "../../git/git.ts";
import type { PrivateIndex } from "../../git/index.ts";
import type { LeftOut } from "../capture/survey/left-out.ts";
import { childPath, pathBytes } from "../raw-path.ts";
import { removeTree } from "../cleanup/remove-tree.ts";

export interface WorkspaceSurvey {
  /** Files and links to take as they are; those of nested repositories as plain files. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

export interface Looking {
  /** The workspace, or a copy in which git can't hang. */
  readonly workTree: string;
  readonly largestFile: number;
}

/**
 * Finds what changed in a workspace. It is no checkout: a `.gitignore` in it hides nothing. git does not report special
 * files or look into nested repositories.
 */
export async function surveyWorkspace(
  git: Git,
  place: PrivateIndex,
  { workTree, largestFile }: Looking,
): Promise<WorkspaceSurvey> {
  const walk: Walk = { root: place.workTree, files: new Set(), nested: [], shut: [], leftOut: [] };
  await walkFolder(walk, "", false);
  const survey = { changed: [] as string[], gone: [] as string[], leftOut: walk.leftOut };
  const listed = await listPaths(git, { ...place, workTree }, ["-m", "-d", "-o"]);
  for (const path of new Set([...listed.filter((name) => !name.endsWith("/")), ...walk.nested])) {
    if (!walk.files.has(path)) {
      // Behind an unreadable folder nothing is known to be gone.
      if (!walk.shut.some((folder) => path.startsWith(folder))) survey.gone.push(path);
      continue;
    }
    const hindrance = await hindranceAt(pathBytes(walk.root, path), largestFile);
    if (hindrance === undefined) survey.changed.push(path);
    else survey.leftOut.push({ path, ...hindrance });
  }
  return survey;
}

export async function listUntaken(git: Git, place: PrivateIndex): Promise<readonly string[]> {
  return (await listPaths(git, place, ["-o"])).filter((path) => !path.endsWith("/"));
}

/** Without options that make git read ignore rules. */
async function listPaths(git: Git, place: PrivateIndex, which: readonly string[]): Promise<readonly string[]> {
  const exit = await git.sealed({ ...place, args: ["ls-files", "-z", ...which] });
  const paths = requireOk(exit, "looking for changes in the workspace").toString("latin1").split("\0");
  return paths.filter((path) => path !== "");
}

interface Walk {
  readonly root: string;
  readonly files: Set<string>;
  readonly nested: string[];
  /** Unreadable folders, each with its `/`. */
  readonly shut: string[];
  readonly leftOut: LeftOut[];
}

async function walkFolder(walk: Walk, folder: string, inNested: boolean): Promise<void> {
  const entries = await readdir(pathBytes(walk.root, folder), { withFileTypes: true, encoding: "buffer" }).catch(
    () => undefined,
  );
  if (entries === undefined) {
    const path = folder === "" ? "" : `${folder}/`;
    walk.shut.push(path);
    walk.leftOut.push({ path: folder === "" ? "./" : path, reason: "unreadable", bytes: null });
    return;
  }
  const isNested = inNested || (folder !== "" && entries.some((entry) => entry.name.toString("latin1") === ".git"));
  for (const entry of entries) {
    const name = entry.name.toString("latin1");
    const path = childPath(folder, name);
    if (name === ".git") walk.leftOut.push({ path: `${path}/`, reason: "nested repository's history", bytes: null });
    else if (entry.isDirectory()) await walkFolder(walk, path, isNested);
    else if (!entry.isFile() && !entry.isSymbolicLink())
      walk.leftOut.push({ path, reason: "special file", bytes: null });
    else {
      walk.files.add(path);
      if (isNested) walk.nested.push(path);
    }
  }
}

/** A file that vanished can be taken: git records that it is gone. */
async function hindranceAt(path: Buffer, largestFile: number): Promise<Omit<LeftOut, "path"> | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || !stats.isFile()) return undefined;
  if (stats.size > largestFile) return { reason: "too large", bytes: stats.size };
  return access(path, constants.R_OK).then(
    () => undefined,
    () => ({ reason: "unreadable", bytes: stats.size }),
  );
}

/** The strongest place for attributes. */
const asItIs = "* -text !eol !ident !filter !working-tree-encoding\n";

/**
 * Lends a git dir over the store's objects that converts nothing: a workspace comes back byte for byte, regardless of
 * the attributes in it.
 */
export async function withRawView<T>(
  store: { gitDir: string; scratch: string },
  use: (gitDir: string) => Promise<T>,
): Promise<T> {
  const view = await mkdtemp(join(store.scratch, "view-"));
  try {
    await mkdir(join(view, "refs"));
    await mkdir(join(view, "info"));
    await Promise.all([
      copyFile(join(store.gitDir, "config"), join(view, "config")),
      writeFile(join(view, "HEAD"), "ref: refs/heads/none\n"),
      writeFile(join(view, "info", "attributes"), asItIs),
      symlink(join(store.gitDir, "objects"), join(view, "objects")),
    ]);
    return await use(view);
  } finally {
    await removeTree(view);
  }
}
