import { createHash } from "node:crypto";
import { lstat, readFile, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { firstFew } from "../../../base/text.ts";
import type { RunProcess } from "../../../process/process.ts";
import { findProgram } from "../../../process/program.ts";
import { removeTree } from "../../cleanup/remove-tree.ts";
import { type Layer, type LayerFolder, copyFolder, findLayer, makeLayer } from "./layer.ts";
import { type Installer, doesMatch, foldersUp, installers } from "./locks.ts";
import { failureOf } from "./ways.ts";
import type { Dependency } from "./dependencies.ts";

export interface InstallTools {
  readonly run: RunProcess;
  /** What installers find: PATH, the home with their caches. */
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

/** What replaces folders of the checkout, and what is to be told. */
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
  const known = new Map<string, Promise<Layer | string>>();
  return async ({ top, folder }, found) => {
    const folders: Replaced["folders"][number][] = [];
    const problems: string[] = [];
    for (const one of await mismatchesIn({ top, folder }, found)) {
      const { installer, project, wanted, paths } = one;
      const argv = installer.command(wanted, tools.mode() === "offline");
      const key = keyOf(one, await readText(join(folder, project, "package.json")));
      const making =
        known.get(key) ?? (argv === null ? cannot(installer) : install(tools, { layers, folder, key, argv }, one));
      known.set(key, making);
      const layer = await making.catch((error: unknown) => String(error));
      if (typeof layer === "string") {
        problems.push(mismatchWords(one, layer));
        // What failed may work later, but not for each of many contexts at once.
        if (paths.length > 0) setTimeout(() => known.delete(key), retryMs).unref();
        continue;
      }
      const installedBy = (argv ?? []).slice(0, 2).join(" ");
      folders.push(...layer.folders.map((at) => ({ ...at, from: join(layer.files, at.path), installedBy })));
      problems.push(...scriptWords(one));
    }
    return { folders, problems };
  };
}

const retryMs = 10 * 60_000;

function cannot({ lock }: Installer): Promise<string> {
  return Promise.resolve(`Tutti does not install from ${lock}; a command of prepare can`);
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

function keyOf({ installer, project, wanted }: Mismatch, manifest: string | null): string {
  const what = ["install 1", installer.lock, project, wanted, manifest, process.platform, process.arch];
  return createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 32);
}

interface Order {
  readonly layers: string;
  /** A context with the lock file and everything beside it. Nothing works in it yet. */
  readonly folder: string;
  readonly key: string;
  readonly argv: readonly [string, ...string[]];
}

/** Installs in a new context, which has all that the lock file belongs to, and takes the result away as a layer. */
async function install(tools: InstallTools, order: Order, one: Mismatch): Promise<Layer | string> {
  const { layers, folder, key, argv } = order;
  if (tools.mode() === "never") return "prepare.install is never";
  const found = await findLayer(layers, key);
  if (found !== undefined) return found;
  const project = join(folder, one.project);
  const [name, ...rest] = argv;
  const program = findProgram(name, tools.environment["PATH"], "/");
  if (program.kind === "refused") return `${name} is not installed`;
  const timeoutMs = tools.timeoutMs();
  const end = await tools.run({
    argv: [program.file, ...rest],
    cwd: project,
    env: tools.environment,
    output: { kind: "memory", capBytes: 64_000 },
    limits: { timeoutMs },
    tree: "contained",
  });
  const why = failureOf(end, timeoutMs);
  const made = await foldersNamed(folder, one.project, one.installer.folder);
  if (why === null && made.length > 0) {
    const folders = made.map((path): LayerFolder => ({ path, top: folder, from: join(folder, path) }));
    return makeLayer(layers, { key, folders }, takeAway);
  }
  for (const path of made) await removeTree(join(folder, path));
  return why === null ? `${argv.slice(0, 2).join(" ")} installed nothing` : `${argv.slice(0, 2).join(" ")}: ${why}`;
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
