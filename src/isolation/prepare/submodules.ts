import { appendFile, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { populate } from "../../git/index.ts";
import { listGitlinks, readModuleNames } from "../../git/history/gitlinks.ts";
import { alternatesLine } from "../../git/storage/init-store.ts";
import { readObjectTypes } from "../../git/history/read-commits.ts";
import { copyShallow } from "../store/object-store.ts";
import { readPlainText } from "../../base/files/read-plain.ts";

export interface ModuleGift {
  readonly store: string;
  readonly base: CommitSha;
  /** Before any program works there. */
  readonly folder: string;
  /** git looks below it for repositories of submodules. */
  readonly gitDir: string;
  readonly config: readonly string[];
  /** The user's checkout; `null`: none. */
  readonly top: string | null;
}

/** The submodules of a commit, as they are in a context. */
export interface GivenModules {
  /** Paths of those that are checked out. */
  readonly filled: readonly string[];
  /** The others, with the reason. */
  readonly empty: readonly { readonly path: string; readonly why: string }[];
}

/**
 * Checks out the submodules that the user's checkout has, without network or remote. Each submodule whose commit the
 * user's own copy has gets a repository that borrows the copy's objects; git takes it for an earlier clone, so that
 * `git submodule update --init` works for one that stays empty.
 */
export async function giveModules(git: Git, gift: ModuleGift): Promise<GivenModules> {
  if (!(await exists(join(gift.folder, ".gitmodules")))) return { filled: [], empty: [] };
  const { modules, empty } = await modulesOf(git, gift);
  const given: { filled: string[]; empty: GivenModules["empty"][number][] } = { filled: [], empty: [...empty] };
  for (const module of modules) {
    await writeModule(gift, gift.gitDir, module);
    if (gift.top !== null && (await exists(join(gift.top, module.path, ".git")))) {
      await checkOut(git, { ...gift, top: gift.top }, { module, parent: gift.gitDir, above: "" });
      given.filled.push(module.path);
    } else given.empty.push({ path: module.path, why: "the checkout does not have it either" });
  }
  return given;
}

interface Below {
  readonly module: Module;
  /** The git dir that it lies below. */
  readonly parent: string;
  /** The path of the submodule that it lies in, with a slash behind; empty: none. */
  readonly above: string;
}

async function checkOut(git: Git, gift: ModuleGift & { readonly top: string }, below: Below): Promise<void> {
  const { module, parent, above } = below;
  const gitDir = join(parent, "modules", module.name);
  const path = `${above}${module.path}`;
  const workTree = join(gift.folder, path);
  await appendFile(join(gitDir, "config"), `[core]\n\tworktree = ${JSON.stringify(workTree)}\n`);
  await mkdir(workTree, { recursive: true });
  await writeFile(join(workTree, ".git"), `gitdir: ${gitDir}\n`);
  await populate(git, { gitDir, workTree, index: join(gitDir, "index") }, module.commit);
  for (const inner of module.inner)
    if (await exists(join(gift.top, path, inner.path, ".git")))
      await checkOut(git, gift, { module: inner, parent: gitDir, above: `${path}/` });
}

/** Contexts of one base find the same, and asking costs two processes a submodule. */
const found = new Map<string, Promise<Found>>();
const mostKept = 100;

interface Found {
  readonly modules: readonly Module[];
  readonly empty: GivenModules["empty"];
}

async function modulesOf(git: Git, gift: ModuleGift): Promise<Found> {
  const homes = await moduleHomes(gift.store);
  const changedAt = await Promise.all(
    homes.map(async (home) => (await stat(home).catch(() => undefined))?.mtimeMs ?? 0),
  );
  const key = JSON.stringify([gift.store, gift.base, homes, changedAt]);
  const known = found.get(key) ?? findModules(git, { gitDir: gift.store, homes, commit: gift.base }, 0);
  if (found.size >= mostKept) found.clear();
  found.set(key, known);
  known.catch(() => found.delete(key));
  return known;
}

interface Module {
  readonly name: string;
  /** In the repository that it is a submodule of. */
  readonly path: string;
  readonly commit: string;
  readonly copy: string;
  readonly inner: readonly Module[];
}

interface Source {
  readonly gitDir: string;
  readonly homes: readonly string[];
  readonly commit: string;
}

const deepest = 8;

async function findModules(git: Git, source: Source, depth: number): Promise<Found> {
  if (depth > deepest) return { modules: [], empty: [] };
  const names = await readModuleNames(git, { gitDir: source.gitDir }, source.commit);
  const links = names.size === 0 ? [] : await listGitlinks(git, source.gitDir, source.commit);
  const named = links.map(({ path, commit }) => ({
    name: names.get(path) ?? "",
    path: Buffer.from(path, "latin1").toString("utf8"),
    commit,
  }));
  const modules: Module[] = [];
  const empty: GivenModules["empty"][number][] = [];
  for (const link of named) {
    const isApart = !named.some((other) => other !== link && doMeet(link.name, other.name));
    const copy = isApart ? await copyWith(git, source.homes, link) : undefined;
    if (copy === undefined) {
      empty.push({ path: link.path, why: `your repository has no copy of it at ${link.commit.slice(0, 10)}` });
      continue;
    }
    const { modules: inner } = await findModules(
      git,
      { gitDir: copy, homes: [join(copy, "modules")], commit: link.commit },
      depth + 1,
    );
    modules.push({ ...link, copy, inner });
  }
  return { modules, empty };
}

async function copyWith(
  git: Git,
  homes: readonly string[],
  wanted: { name: string; commit: string },
): Promise<string | undefined> {
  for (const copy of await findCopies(homes, wanted.name)) {
    // Its configuration names a work tree that may be gone.
    const types = await readObjectTypes(git, { gitDir: copy, env: { GIT_WORK_TREE: copy } }, [wanted.commit]);
    if (types.get(wanted.commit) === "commit") return copy;
  }
  return undefined;
}

/** No repository may reach into another (`lib` and `lib/objects`), nor two share one, ignoring case. */
function doMeet(name: string, other: string): boolean {
  const [one, two] = [`${name}/`.toLowerCase(), `${other}/`.toLowerCase()];
  return one.startsWith(two) || two.startsWith(one);
}

async function writeModule(gift: ModuleGift, parent: string, module: Module): Promise<void> {
  const gitDir = join(parent, "modules", module.name);
  await mkdir(join(gitDir, "objects", "info"), { recursive: true });
  await mkdir(join(gitDir, "refs"), { recursive: true });
  const format =
    module.commit.length > 40
      ? ["[core]", "\trepositoryformatversion = 1", "[extensions]", "\tobjectformat = sha256"]
      : [];
  await Promise.all([
    // git asks whether HEAD reaches the commit before it looks for a remote.
    writeFile(join(gitDir, "HEAD"), `${module.commit}\n`),
    writeFile(
      join(gitDir, "config"),
      [...format, "[core]", "\tbare = false", "\tlogallrefupdates = true", ...gift.config, ""].join("\n"),
    ),
    writeFile(join(gitDir, "objects", "info", "alternates"), alternatesLine(join(module.copy, "objects"))),
    copyShallow(module.copy, gitDir),
  ]);
  for (const inner of module.inner) await writeModule(gift, gitDir, inner);
}

/**
 * Where the user's repository keeps submodules: the main checkout's and each linked one's. The store's alternates name
 * that repository.
 */
export async function moduleHomes(storeGitDir: string): Promise<readonly string[]> {
  const text = await readPlainText(join(storeGitDir, "objects", "info", "alternates")).catch(() => "");
  const homes: string[] = [];
  for (const line of text.split("\n").filter((item) => item !== "")) {
    const commonDir = dirname(line.startsWith('"') ? (JSON.parse(line) as string) : line);
    const linked = await readdir(join(commonDir, "worktrees")).catch(() => []);
    homes.push(join(commonDir, "modules"), ...linked.map((name) => join(commonDir, "worktrees", name, "modules")));
  }
  return homes;
}

export async function findCopies(homes: readonly string[], name: string): Promise<readonly string[]> {
  if (!isSafeName(name)) return [];
  const found: string[] = [];
  for (const home of homes) {
    const copy = join(home, name);
    if ((await isFolder(join(copy, "objects"))) && (await isFolder(join(copy, "refs")))) found.push(copy);
  }
  return found;
}

/** Whether a submodule's name, which is untrusted, may be part of a path. git refuses only `..`. */
function isSafeName(name: string): boolean {
  const isPlain = name.split("/").every((part) => part !== "" && part !== "." && part !== ".." && part.length <= 200);
  return isPlain && name.length <= 1000 && !name.startsWith("-") && !/[\\\p{Cc}\ufffd]/u.test(name);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
