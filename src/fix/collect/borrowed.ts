import { firstFew } from "../../base/text.ts";
import { basename, dirname, join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import { tools } from "../../findings/catalog.ts";
import type { ProjectView } from "../../findings/tool.ts";
import { isOwn, nearestFirst, projectsBelow } from "../../tools/projects/projects.ts";
import { hasTests } from "../../tools/tests.ts";
import { projectView } from "../../tools/view.ts";

/** Installed packages that programs in another checkout need. */
const installed = ["node_modules", ".venv", "venv"];

/** People install packages beside one of these. */
const manifest = /^(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.txt|Pipfile)$/;
/** A score names at most this many; every context links all of them. */
const [mostLooked, mostBorrowed] = [5_000, 200];

interface Borrowable {
  readonly borrow: readonly string[];
  /** Existing folders above the limit. */
  readonly beyond: readonly string[];
}

export async function borrowedFrom(top: string, files: readonly string[]): Promise<Borrowable> {
  const folders = new Set(files.filter((path) => manifest.test(basename(path))).map((path) => dirname(path)));
  const below = nearestFirst([...folders].filter((folder) => folder !== "." && isOwn(folder))).slice(0, mostLooked);
  const places = [...installed, ...below.flatMap((folder) => installed.map((name) => `${folder}/${name}`))];
  const there = await Promise.all(places.map((place) => exists(join(top, place))));
  const found = places.filter((_, at) => there[at] === true);
  if (found.length <= mostBorrowed) return { borrow: found, beyond: [] };
  const ordered = neededFirst(found, projectView(top, files));
  return { borrow: ordered.slice(0, mostBorrowed), beyond: ordered.slice(mostBorrowed) };
}

/** Folders in which tools or tests run come first. */
function neededFirst(found: readonly string[], view: ProjectView): readonly string[] {
  const places = new Set(found.map((place) => dirname(place)));
  const projects = projectsBelow(view).projects.filter(({ folder }) => places.has(folder));
  const inUse = new Set([".", ...projects.filter((project) => isUsed(project.view)).map(({ folder }) => folder)]);
  return [
    ...found.filter((place) => inUse.has(dirname(place))),
    ...found.filter((place) => !inUse.has(dirname(place))),
  ];
}

function isUsed(view: ProjectView): boolean {
  return tools.some((tool) => tool.detect(view) !== null) || hasTests(view);
}

const mostNamed = 10;

export function beyondWords({ borrow, beyond }: Borrowable): readonly string[] {
  if (beyond.length === 0) return [];
  const named = firstFew(beyond, mostNamed);
  return [
    `no more than ${borrow.length} folders with installed packages are lent; tools and tests do without ${named}`,
  ];
}
