import { lstat, realpath, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf } from "../../../base/error.ts";
import { listOf, sizeText } from "../../../base/text.ts";
import type { World } from "../../../base/world/world.ts";
import type { Git } from "../../../git/git.ts";
import type { Repository } from "../../../git/repository.ts";
import type { PreparationChoice } from "../../../score/plan/preparation.ts";
import { removeTree } from "../../cleanup/remove-tree.ts";
import type { Places } from "../../home/places.ts";
import { type Dependency, findDependencies } from "./dependencies.ts";
import type { Install, Replaced } from "./install/install.ts";
import { type Layer, type LayerFolder, requireLayer } from "./layer.ts";
import { relocatePython } from "./relocate.ts";
import type { ShowInstalled, ShowRequest, Shown } from "../prepared.ts";
import { isNested } from "../within.ts";
import { type FolderState, sharedLooks, stateOf } from "./state.ts";
import type { Views } from "./views.ts";
import { type CopyTools, type Way, chooseWay, copyTree } from "./ways.ts";

interface ShowParts {
  readonly git: Git;
  readonly views: Views;
  readonly places: Pick<Places, "home" | "layers">;
  readonly world: Pick<World, "now">;
  readonly copying: CopyTools;
  readonly way: () => PreparationChoice;
  readonly install: Install;
}

/** The checkout is asked again after this time: a person may have installed something. */
const freshMs = 2_000;
/** A git that gave up is not asked for each sheet: it may take a minute each time. */
const failedMs = 10 * 60_000;

export function makeShowInstalled(parts: ShowParts): ShowInstalled {
  const { git, world } = parts;
  const asked = new Map<string, { readonly at: number; readonly found: Promise<readonly Dependency[]> }>();
  const dependenciesOf = (repository: Repository): Promise<readonly Dependency[]> => {
    const known = asked.get(repository.gitDir);
    if (known !== undefined && world.now() - known.at < freshMs) return known.found;
    const found = findDependencies(git, repository);
    asked.set(repository.gitDir, { at: world.now(), found });
    found.catch(() => asked.set(repository.gitDir, { at: world.now() + failedMs, found }));
    return found;
  };
  const look = sharedLooks(stateOf);
  return (repository) => {
    // A pipe among the files that git reads there, say: no reason to keep sheets from their work.
    const found = dependenciesOf(repository).catch((error: unknown) => messageOf(error));
    const seen = found.then((all) => lookAhead(look, repository.top, typeof all === "string" ? [] : all));
    return async (request) => {
      const all = await found;
      if (typeof all === "string") return { ...nothing, problems: [`contexts have nothing installed: ${all}`] };
      return showFound(parts, { ...request, top: repository.top, state: await seen }, all);
    };
  };
}

/** Looks at folders while the context is filled; others are looked at when they are asked for. */
function lookAhead(look: FolderState, top: string | null, found: readonly Dependency[]): FolderState {
  const seen = new Map<string, Promise<string>>();
  for (const { path } of found) {
    const folder = join(top ?? "", path);
    const state = look(folder);
    // If it can't be read, making its layer says so.
    state.catch(() => undefined);
    seen.set(folder, state);
  }
  return (folder) => seen.get(folder) ?? look(folder);
}

interface ShowTask extends ShowRequest {
  /** Of the checkout; `null`: there is none. */
  readonly top: string | null;
  readonly state: FolderState;
}

async function showFound(parts: ShowParts, task: ShowTask, found: readonly Dependency[]): Promise<Shown> {
  const { top, folder } = task;
  const wanted = await wantedIn(task, found);
  if (top === null || wanted.length === 0) return nothing;
  const folders = wanted.map(({ path }) => path);
  const way = await wayFor(parts, folder);
  switch (way.kind) {
    case "off":
      return lacking(folders, "prepare.way is off");
    case "none":
      return lacking(folders, way.why);
    case "links":
      return { ...nothing, links: folders, problems: [sharedWords(folders)] };
    default: {
      const replaced = await parts.install({ top, folder }, wanted);
      const sources = await sourcesOf(top, wanted, replaced.folders);
      const layer = await requireLayer(
        parts.places.layers,
        sources.map(({ path, top: named, from }) => ({ path, top: named, from })),
        task.state,
      );
      const shown = await give(parts, { layer, wanted: sources, folder }, way.kind);
      return { ...shown, problems: [...shown.problems, ...replaced.problems] };
    }
  }
}

interface Source extends LayerFolder {
  readonly kind: Dependency["kind"];
  readonly installedBy?: string;
}

/** Of the checkout, but for what was installed for the context's lock files. */
async function sourcesOf(
  top: string,
  wanted: readonly Dependency[],
  installed: Replaced["folders"],
): Promise<readonly Source[]> {
  const kinds = new Map(wanted.map(({ path, kind }) => [path, kind]));
  const isReplaced = (path: string): boolean => installed.some((one) => one.path === path);
  const own = await Promise.all(
    wanted
      .filter(({ path }) => !isReplaced(path))
      .map(async ({ path, kind }) => ({ path, kind, ...(await placeOf(top, path)) })),
  );
  return [...own, ...installed.map((one) => ({ ...one, kind: kinds.get(one.path) ?? "node" }))].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

/** A link leads to a folder of another checkout, which its files name as the top. */
async function placeOf(top: string, path: string): Promise<Pick<LayerFolder, "top" | "from">> {
  const from = join(top, path);
  if (!(await lstat(from)).isSymbolicLink()) return { top, from };
  const real = await realpath(from);
  return { top: real.endsWith(`/${path}`) ? real.slice(0, -path.length - 1) : dirname(real), from: real };
}

const nothing: Shown = { parts: [], links: [], problems: [] };

function lacking(folders: readonly string[], why: string): Shown {
  return { ...nothing, problems: [`contexts do not have ${listOf(folders)}, which the checkout has: ${why}`] };
}

function sharedWords(folders: readonly string[]): string {
  return `${listOf(folders)} ${folders.length === 1 ? "is" : "are"} shared with the checkout by links (prepare.way): what an agent changes there changes in the checkout`;
}

async function wayFor({ views, places, way }: ShowParts, folder: string): Promise<Way> {
  const choice = way();
  if (!(await isOnOneDisk(places.home, folder))) {
    const why = "the context lies on another file system than Tutti's home";
    return chooseWay(choice, { overlay: why, reflink: why });
  }
  if (choice !== "auto" && choice !== "overlay" && choice !== "reflink") return { kind: choice };
  const overlay = choice === "reflink" ? "not asked for" : await views.whyNot();
  return chooseWay(choice, { overlay, reflink: overlay === null ? null : await views.whyNoReflink() });
}

interface Gift {
  readonly layer: Layer;
  readonly wanted: readonly Source[];
  readonly folder: string;
}

async function give(parts: ShowParts, gift: Gift, how: "overlay" | "reflink" | "copy"): Promise<Shown> {
  const { layer, wanted, folder } = gift;
  const own = how === "overlay" ? await parts.views.open(folder, layer.files) : folder;
  if (how !== "overlay") {
    const why = await copyAll(parts.copying, gift, how);
    if (why !== null)
      return lacking(
        wanted.map(({ path }) => path),
        why,
      );
  }
  for (const { path, top } of layer.folders)
    if (wanted.some((one) => one.path === path && one.kind === "python"))
      await relocatePython(layer.files, path, { top, folder, own });
  return {
    ...nothing,
    parts: wanted.map(({ path, installedBy }) => ({
      path,
      how,
      ...(installedBy === undefined ? {} : { installedBy }),
    })),
  };
}

/** A copy for each context must not fill the disk: so many must have room. */
const copiesWithRoom = 10;

async function copyAll(
  tools: CopyTools,
  { layer, wanted, folder }: Gift,
  how: "reflink" | "copy",
): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder);
  if (how === "copy" && layer.bytes * copiesWithRoom > bavail * bsize)
    return `a private copy takes ${sizeText(layer.bytes)} a context, and ${sizeText(bavail * bsize)} are free; neither overlays nor clones of files work here`;
  for (const { path } of wanted) {
    const why = await copyTree(tools, how, { from: join(layer.files, path), to: join(folder, path) });
    if (why === null) continue;
    // Half of a package is worse than none.
    for (const one of wanted) await removeTree(join(folder, one.path));
    return `copying ${path} failed: ${why}`;
  }
  return null;
}

/** Only beside a project that this commit has, and only where the commit has nothing of its own. */
async function wantedIn(
  { top, folder, named, modules }: ShowTask,
  found: readonly Dependency[],
): Promise<readonly Dependency[]> {
  const all = new Map<string, Dependency>(found.map((one) => [one.path, one]));
  for (const path of named) if (!all.has(path)) all.set(path, { path, kind: "node" });
  const wanted: Dependency[] = [];
  for (const one of all.values()) if (await isFree(folder, one.path, join(top ?? "", one.path))) wanted.push(one);
  const inModules = wanted.some(({ path }) => isNested(path)) ? await modules() : [];
  return wanted
    .filter(({ path }) => !inModules.some((module) => `${path}/`.startsWith(`${module}/`)))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A folder on the way may be a link in this commit, to anywhere. */
async function isFree(folder: string, path: string, source: string): Promise<boolean> {
  const steps = path.split("/");
  for (const [at] of steps.entries()) {
    const found = await lstat(join(folder, ...steps.slice(0, at + 1))).catch(() => undefined);
    if (at === steps.length - 1) return found === undefined && (await isFolder(source));
    if (found?.isDirectory() !== true) return false;
  }
  return false;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

async function isOnOneDisk(home: string, folder: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(home), stat(folder)]);
  return one.dev === other.dev;
}
