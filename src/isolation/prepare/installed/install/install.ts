import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, readdir, realpath, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { firstFew } from "../../../../base/text.ts";
import type { RunProcess } from "../../../../process/process.ts";
import { findProgram } from "../../../../process/program.ts";
import { removeTree } from "../../../cleanup/remove-tree.ts";
import { type Layer, type LayerFolder, copyFolder, findLayer, makeLayer } from "../layer.ts";
import { type Installer, doesMatch, foldersUp, installers } from "./locks.ts";
import { relocatePython } from "../relocate.ts";
import { stateOf } from "../state.ts";
import { copyTree, failureOf } from "../ways.ts";
import type { Dependency } from "../dependencies.ts";

export interface InstallTools {
  readonly run: RunProcess;
  /** The environment of installers: PATH, the home with their caches. */
  readonly environment: Readonly<Record<string, string>>;
  readonly mode: () => "auto" | "offline" | "never";
  readonly timeoutMs: () => number;
}

/** Folders of a context for which the checkout's are not what its lock file asks for. */
interface Mismatch {
  readonly installer: Installer;
  /** The project's folder; empty: the top. */
  readonly project: string;
  readonly wanted: string;
  readonly paths: readonly string[];
}

/** The folders that replace folders of the checkout, and the notices about them. */
export interface Replaced {
  readonly folders: readonly (LayerFolder & { readonly installedBy: string })[];
  readonly problems: readonly string[];
}

export type Install = (
  place: { readonly top: string; readonly folder: string },
  found: readonly Dependency[],
) => Promise<Replaced>;

/** Installs once for each lock file, for all contexts that have it. */
export function makeInstall(tools: InstallTools, layers: string): Install {
  const known = new Map<string, Promise<Made | string>>();
  return async ({ top, folder }, found) => {
    const folders: Replaced["folders"][number][] = [];
    const problems: string[] = [];
    for (const one of await mismatchesIn({ top, folder }, found)) {
      const { project, paths } = one;
      const key = keyOf(one, [await readText(join(folder, project, "package.json")), await stateBelow(top, one)]);
      const making = known.get(key) ?? install(tools, { layers, top, folder, key }, one);
      known.set(key, making);
      const made = await making.catch((error: unknown) => String(error));
      if (typeof made === "string") {
        problems.push(mismatchWords(one, made));
        // A failed installation may work later, but is not retried at once for each of many contexts.
        if (paths.length > 0) setTimeout(() => known.delete(key), retryMs).unref();
        continue;
      }
      const { layer, installedBy } = made;
      folders.push(...layer.folders.map((at) => ({ ...at, from: join(layer.files, at.path), installedBy })));
      problems.push(...scriptWords(one));
    }
    return { folders, problems };
  };
}

const retryMs = 10 * 60_000;

/** Adding on top depends on what is there. */
async function stateBelow(top: string, { installer, paths }: Mismatch): Promise<readonly string[]> {
  return installer.isOnTop === true ? Promise.all(paths.map((path) => stateOf(join(top, path)))) : [];
}

function mismatchWords({ installer, project, paths }: Mismatch, why: string): string {
  const lock = join(project, installer.lock);
  return `${firstFew(paths)} in contexts is the checkout's, which was not installed from the ${lock} of their commit: ${why}`;
}

/** npm notes which packages need them. */
function scriptWords({ installer, wanted }: Mismatch): readonly string[] {
  if (installer.lock !== "package-lock.json") return [];
  const { packages = {} } = JSON.parse(wanted) as { packages?: Record<string, { hasInstallScript?: boolean }> };
  const names = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript === true ? [path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)] : [],
  );
  return names.length === 0
    ? []
    : [`install scripts of ${firstFew(names)} were not run; a command of prepare can run them`];
}

async function mismatchesIn(
  { top, folder }: { top: string; folder: string },
  found: readonly Dependency[],
): Promise<readonly Mismatch[]> {
  const byLock = new Map<string, Mismatch>();
  for (const { path, kind } of found) {
    for (const project of foldersUp(path)) {
      const installer = await installerAt(join(folder, project), kind);
      if (installer === undefined) continue;
      const key = join(project, installer.lock);
      const wanted = (await readText(join(folder, key))) ?? "";
      const before = byLock.get(key);
      if (before !== undefined) byLock.set(key, { ...before, paths: [...before.paths, path] });
      else if (!(await isSame(top, { installer, project, wanted })))
        byLock.set(key, { installer, project, wanted, paths: [path] });
      break;
    }
  }
  return [...byLock.values()];
}

async function installerAt(project: string, kind: Dependency["kind"]): Promise<Installer | undefined> {
  for (const one of installers)
    if (one.kind === kind && (await lstat(join(project, one.lock)).catch(() => undefined))?.isFile() === true)
      return one;
  return undefined;
}

async function isSame(top: string, { installer, project, wanted }: Omit<Mismatch, "paths">): Promise<boolean> {
  const lock = join(top, project, installer.lock);
  const notes = join(top, project, installer.folder, ".package-lock.json");
  const checkout = await readText(lock);
  const [written, installed] = await Promise.all([lock, notes].map((file) => stat(file).catch(() => undefined)));
  // The usual case, without reading all packages of two large files.
  if (wanted === checkout && (installed === undefined || installed.mtimeMs >= (written?.mtimeMs ?? 0))) return true;
  return doesMatch({ wanted, checkout, notes: installer.lock === "package-lock.json" ? await readText(notes) : null });
}

function keyOf({ installer, project, wanted }: Mismatch, more: readonly unknown[]): string {
  const what = ["install 2", installer.lock, project, wanted, ...more, process.platform, process.arch];
  return createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 32);
}

interface Order {
  readonly layers: string;
  /** The checkout. */
  readonly top: string;
  /** A context with the lock file and everything beside it. Nothing works in it yet. */
  readonly folder: string;
  readonly key: string;
}

interface Made {
  readonly layer: Layer;
  readonly installedBy: string;
}

/** Installs in a new context, which has all that the lock file belongs to, and takes the result away as a layer. */
async function install(tools: InstallTools, order: Order, one: Mismatch): Promise<Made | string> {
  const { layers, folder, key } = order;
  if (tools.mode() === "never") return "prepare.install is never";
  const argv = commandFor(tools, one);
  if (typeof argv === "string") return argv;
  const installedBy = nameOf(argv);
  const found = await findLayer(layers, key);
  if (found !== undefined) return { layer: found, installedBy };
  const isOnTop = one.installer.isOnTop === true;
  const why =
    (isOnTop ? await bringCopies(tools, order, one) : null) ?? (await runInstall(tools, order, { one, argv }));
  const made = isOnTop ? one.paths : await foldersNamed(folder, one.project, one.installer.folder);
  if (why === null && made.length > 0) {
    const folders = made.map((path): LayerFolder => ({ path, top: folder, from: join(folder, path) }));
    return { layer: await makeLayer(layers, { key, folders }, takeAway), installedBy };
  }
  for (const path of made) await removeTree(join(folder, path));
  return why === null ? `${installedBy} installed nothing` : `${installedBy}: ${why}`;
}

/** As people say it: `.venv/bin/python -m pip install` is pip. */
function nameOf(argv: readonly string[]): string {
  const words = argv.slice(argv.indexOf("-m") + 1);
  return words.slice(0, words[1] === "pip" ? 3 : 2).join(" ");
}

/** With the program as a file; or why there is none. */
function commandFor(
  { environment, mode }: InstallTools,
  { installer, project, wanted, paths }: Mismatch,
): readonly [string, ...string[]] | string {
  const [path = installer.folder] = paths;
  const folder = project === "" ? path : path.slice(project.length + 1);
  const commands = installer.commands({ lock: wanted, isOffline: mode() === "offline", folder });
  for (const [name, ...rest] of commands) {
    // One of the folder itself is there once the folder is.
    if (name.includes("/")) return [name, ...rest];
    if (findProgram(name, environment["PATH"], "/").kind === "found") return [name, ...rest];
  }
  const [first] = commands;
  return first === undefined ? `nothing installs from ${installer.lock} offline` : `${first[0]} is not installed`;
}

/** Whole copies: an installer may write into files that are there. */
async function bringCopies(tools: InstallTools, { top, folder }: Order, one: Mismatch): Promise<string | null> {
  const copying = { run: tools.run, path: tools.environment["PATH"] };
  for (const path of one.paths) {
    const from = await realpath(join(top, path));
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const why = await copyTree(copying, "copy", { from, to: join(folder, path) });
    if (why !== null) return why;
    if (one.installer.kind === "python") await relocatePython(folder, path, { top, folder, own: folder });
  }
  return null;
}

async function runInstall(
  tools: InstallTools,
  { folder }: Order,
  { one, argv }: { readonly one: Mismatch; readonly argv: readonly [string, ...string[]] },
): Promise<string | null> {
  const timeoutMs = tools.timeoutMs();
  const cwd = join(folder, one.project);
  const [name, ...rest] = argv;
  const program = findProgram(name.includes("/") ? join(cwd, name) : name, tools.environment["PATH"], "/");
  if (program.kind === "refused") return `${name} is not there`;
  const end = await tools.run({
    argv: [program.file, ...rest],
    cwd,
    env: { ...tools.environment, ...one.installer.environment },
    output: { kind: "memory", capBytes: 64_000 },
    limits: { timeoutMs },
    tree: "contained",
  });
  return failureOf(end, timeoutMs);
}

async function takeAway({ top, from }: LayerFolder, to: string): Promise<number> {
  const isMoved = await rename(from, to).then(
    () => true,
    () => false,
  );
  if (isMoved) return bytesIn(to);
  const bytes = await copyFolder(top, from, to);
  await removeTree(from);
  return bytes;
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesIn(path);
    else if (entry.isFile()) bytes += (await lstat(path)).size;
  }
  return bytes;
}

/** Those of workspaces lie deeper. */
async function foldersNamed(folder: string, below: string, name: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name === ".git") continue;
    const path = join(below, entry.name);
    if (entry.name === name) found.push(path);
    else if (entry.name !== "node_modules") found.push(...(await foldersNamed(folder, path, name)));
  }
  return found.toSorted();
}

async function readText(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch(() => null);
}
