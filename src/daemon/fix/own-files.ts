import { readFile, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { exists } from "../../base/exists.ts";
import { isOwn, nearestFirst } from "../../tools/projects.ts";
import { type FixSettings, noFixSettings, readFixSettings } from "../../intake/fix/settings.ts";

const settingsPath = ".tutti/fix.yaml";

/** What the project says of `tutti fix`, as it lies in the user's checkout: it is the user's word, committed or not. */
export async function readProjectSettings(top: string): Promise<FixSettings> {
  const path = join(top, settingsPath);
  return (await exists(path)) ? readFixSettings(await readFile(path, "utf8"), settingsPath) : noFixSettings;
}

const adviceFolder = ".tutti/advice";
const mostFiles = 2_000;

/** The project's own advice, by its paths below the folder. */
export async function readAdvice(top: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(top, adviceFolder);
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile() && entry.name.endsWith(".md")).slice(0, mostFiles);
  const texts = new Map<string, string>();
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    texts.set(path.slice(folder.length + 1), await readFile(path, "utf8"));
  }
  return texts;
}

/** What is installed in the user's checkout and not in git, and what programs that run elsewhere need. */
const installed = ["node_modules", ".venv", "venv"];

/** Beside one of these, people install what a project needs. */
const manifest = /^(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.txt|Pipfile)$/;
const [mostLooked, mostBorrowed] = [1_000, 60];

/** At the top, and in the projects below it. `files`: those of the repository. */
export async function borrowedFrom(top: string, files: readonly string[]): Promise<readonly string[]> {
  const folders = new Set(files.filter((path) => manifest.test(basename(path))).map((path) => dirname(path)));
  const below = nearestFirst([...folders].filter((folder) => folder !== "." && isOwn(folder))).slice(0, mostLooked);
  const places = [...installed, ...below.flatMap((folder) => installed.map((name) => `${folder}/${name}`))];
  const there = await Promise.all(places.map((place) => exists(join(top, place))));
  return places.filter((_, at) => there[at] === true).slice(0, mostBorrowed);
}
