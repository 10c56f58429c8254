import { lstat, stat } from "node:fs/promises";
import { join } from "node:path";
import type { World } from "../../../base/world.ts";
import type { Git } from "../../../git/git.ts";
import type { Repository } from "../../../git/repository.ts";
import type { Places } from "../../home/places.ts";
import { type Dependency, findDependencies } from "./dependencies.ts";
import { requireLayer } from "./layer.ts";
import { relocatePython } from "./relocate.ts";
import type { ShowInstalled, ShowRequest } from "../prepared.ts";
import { isNested } from "../within.ts";
import type { Views } from "./views.ts";

interface ShowParts {
  readonly git: Git;
  readonly views: Views;
  readonly places: Pick<Places, "home" | "layers">;
  readonly world: Pick<World, "now">;
}

/** The checkout is asked again after this time: a person may have installed something. */
const freshMs = 2_000;

export function makeShowInstalled({ git, views, places, world }: ShowParts): ShowInstalled {
  const asked = new Map<string, { readonly at: number; readonly found: Promise<readonly Dependency[]> }>();
  const dependenciesOf = (repository: Repository): Promise<readonly Dependency[]> => {
    const known = asked.get(repository.gitDir);
    if (known !== undefined && world.now() - known.at < freshMs) return known.found;
    const found = findDependencies(git, repository);
    asked.set(repository.gitDir, { at: world.now(), found });
    return found;
  };
  return async (request) => {
    const { repository, folder } = request;
    const { top } = repository;
    const wanted = await wantedIn(request, await dependenciesOf(repository));
    if (top === null || wanted.length === 0) return { kind: "nothing" };
    const folders = wanted.map((one) => one.path);
    const why = (await isOnOneDisk(places.home, folder))
      ? await views.whyNot()
      : "the context lies on another file system than Tutti's home";
    if (why !== null) return { kind: "impossible", folders, why };
    const layer = await requireLayer(places.layers, { top, folders });
    const own = await views.open(folder, layer);
    for (const one of wanted) if (one.kind === "python") await relocatePython(layer, one.path, { top, folder, own });
    return { kind: "overlay", folders };
  };
}

/** Only beside a project that this commit has, and only where the commit has nothing of its own. */
async function wantedIn(
  { repository, folder, named, modules }: ShowRequest,
  found: readonly Dependency[],
): Promise<readonly Pick<Dependency, "path" | "kind">[]> {
  const all = new Map<string, Dependency>(found.map((one) => [one.path, one]));
  for (const path of named) if (!all.has(path)) all.set(path, { path, kind: "node" });
  const wanted: Dependency[] = [];
  for (const one of all.values())
    if (await isFree(folder, one.path, join(repository.top ?? "", one.path))) wanted.push(one);
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
  return (await lstat(path).catch(() => undefined))?.isDirectory() === true;
}

async function isOnOneDisk(home: string, folder: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(home), stat(folder)]);
  return one.dev === other.dev;
}
