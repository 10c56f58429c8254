import { existsSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { ToolHome } from "../../findings/tool.ts";
import type { RunProcess } from "../../process/process.ts";
import { findProgram } from "../../process/program.ts";
import { shortRun } from "../short-run.ts";

/** Searches the user's checkout and PATH, never where an agent works: it could have put a program there. */
export interface SearchPlace {
  readonly run: RunProcess;
  /** Absolute. */
  readonly top: string;
  /** Where the search begins, absolute; absent: the top. */
  readonly from?: string | InImage;
  /** `PATH`, `VIRTUAL_ENV` and `UV_PROJECT_ENVIRONMENT` say where to look. */
  readonly env: Readonly<Record<string, string>>;
  readonly cancel: AbortSignal;
}

/** Programs run in a container of an image: `top` is a checkout that is prepared there, not the user's. */
interface InImage {
  /** Where the search begins. */
  readonly inImage: string;
}

export function isSearchedInImage({ from }: Pick<SearchPlace, "from">): boolean {
  return typeof from === "object";
}

/** The same search from a folder below the top; `""`: as it is. */
export function searchBelow<Place extends SearchPlace>(place: Place, folder: string): Place {
  if (folder === "") return place;
  const from = join(place.top, folder);
  return { ...place, from: isSearchedInImage(place) ? { inImage: from } : from };
}

function startOf({ top, from = top }: SearchPlace): string {
  return resolve(typeof from === "object" ? from.inImage : from);
}

export type Located =
  | {
      readonly kind: "found";
      /** The absolute path, and what comes before the tool's own arguments. */
      readonly argv: readonly [string, ...string[]];
      readonly foundBy: string;
      /** A launcher looks for it on each run: only a run shows whether it exists. */
      readonly isIndirect: boolean;
    }
  | { readonly kind: "missing"; readonly why: string; readonly hint: string };

/** `any`: only its name is known. */
export type SearchHome = ToolHome | "any";

/** Nearest first. */
export async function locate(name: string, home: SearchHome, place: SearchPlace): Promise<Located> {
  // A path would lead out of the searched folders.
  if (basename(name) !== name)
    return {
      kind: "missing",
      why: `${JSON.stringify(name)} was not found: it is no program's name`,
      hint: hintFor(name, home),
    };
  const looked: string[] = [];
  for (const way of isSearchedInImage(place) ? imageWaysFor(home) : waysFor(home)) {
    const found = await way(name, place, looked);
    if (found !== null) return found;
  }
  return {
    kind: "missing",
    why: `${JSON.stringify(name)} was not found: looked in ${looked.join(", ")}`,
    hint: hintFor(name, home),
  };
}

type Found = Extract<Located, { readonly kind: "found" }>;
/** `looked`: the searched places, for people. */
type Way = (name: string, place: SearchPlace, looked: string[]) => Promise<Found | null> | Found | null;

function waysFor(home: SearchHome): readonly Way[] {
  switch (home) {
    case "node":
      return [inNodeModules, onPath, byNpx];
    case "python":
      return [inEnvironments, onPath, byUv, byPoetry];
    case "path":
      return [onPath];
    case "any":
      return [inNodeModules, inEnvironments, onPath];
  }
}

/** Programs of this machine are not in the image, and launchers would look for them. */
function imageWaysFor(home: SearchHome): readonly Way[] {
  switch (home) {
    case "node":
      return [inNodeModules, inImage];
    case "python":
      return [inEnvironments, inImage];
    case "path":
      return [inImage];
    case "any":
      return [inNodeModules, inEnvironments, inImage];
  }
}

/** On the PATH of the image, which only a program in it knows. */
async function inImage(name: string, place: SearchPlace, looked: string[]): Promise<Found | null> {
  looked.push("the image");
  const answer = await shortRun(place, ["sh", "-c", 'command -v -- "$0"', name]);
  const file = answer.kind === "exited" && answer.code === 0 ? answer.out.trim() : "";
  return isAbsolute(file) ? direct(file, `the image (${file})`) : null;
}

function inNodeModules(name: string, place: SearchPlace, looked: string[]): Found | null {
  looked.push("node_modules/.bin");
  for (const folder of upwards(place)) {
    const found = programIn(join(folder, "node_modules", ".bin"), name);
    if (found !== null) return direct(asRun(place, found), shownBelow(place.top, found));
  }
  return null;
}

function inEnvironments(name: string, place: SearchPlace, looked: string[]): Found | null {
  looked.push(".venv/bin", "venv/bin");
  for (const folder of upwards(place)) {
    for (const environment of [".venv", "venv"]) {
      const found = programIn(join(folder, environment, "bin"), name);
      if (found !== null) return direct(asRun(place, found), shownBelow(place.top, found));
    }
  }
  const active = place.env["VIRTUAL_ENV"];
  if (active === undefined || !isAbsolute(active) || isSearchedInImage(place)) return null;
  looked.push("$VIRTUAL_ENV/bin");
  const found = programIn(join(active, "bin"), name);
  return found === null ? null : direct(found, `$VIRTUAL_ENV (${found})`);
}

function onPath(name: string, { env }: SearchPlace, looked: string[]): Found | null {
  looked.push("PATH");
  const found = programOnPath(name, env["PATH"]);
  return found === null ? null : direct(found, `PATH (${found})`);
}

/** `--prefix`: the packages of the user's checkout, wherever it starts. `--offline`: no registry. */
function byNpx(name: string, { top, env }: SearchPlace, looked: string[]): Found | null {
  const npx = programOnPath("npx", env["PATH"]);
  if (npx === null) return null;
  looked.push("npx --no-install");
  return {
    kind: "found",
    argv: [npx, "--no-install", "--offline", `--prefix=${top}`, "--", name],
    foundBy: `npx --no-install ${name}`,
    isIndirect: true,
  };
}

/** Only with an existing environment: uv would make one in the user's checkout. */
function byUv(name: string, place: SearchPlace, looked: string[]): Found | null {
  const uv = programOnPath("uv", place.env["PATH"]);
  const project = upwards(place).find((folder) => existsSync(join(folder, "uv.lock")));
  if (
    uv === null ||
    project === undefined ||
    !existsSync(resolve(project, place.env["UV_PROJECT_ENVIRONMENT"] ?? ".venv"))
  )
    return null;
  looked.push("uv run --no-sync");
  return {
    kind: "found",
    argv: [uv, "run", "--no-sync", `--project=${project}`, "--", name],
    foundBy: `uv run --no-sync ${name}`,
    isIndirect: true,
  };
}

/** `poetry run` takes another environment in every folder, so poetry is asked once for the checkout's. */
async function byPoetry(name: string, place: SearchPlace, looked: string[]): Promise<Found | null> {
  const poetry = programOnPath("poetry", place.env["PATH"]);
  const project = upwards(place).find((folder) => existsSync(join(folder, "poetry.lock")));
  if (poetry === null || project === undefined) return null;
  looked.push("poetry's environment");
  const answer = await shortRun({ ...place, top: project }, [poetry, "env", "info", "--path"]);
  const folder = answer.kind === "exited" && answer.code === 0 ? answer.out.trim() : "";
  const found = isAbsolute(folder) ? programIn(join(folder, "bin"), name) : null;
  return found === null ? null : direct(found, `poetry's environment (${found})`);
}

/** Up to the top of the repository. */
function upwards(place: SearchPlace): readonly string[] {
  const { top } = place;
  const folders: string[] = [];
  for (let folder = startOf(place); folder.startsWith(`${resolve(top)}/`); folder = dirname(folder))
    folders.push(folder);
  return [...folders, resolve(top)];
}

function programIn(folder: string, name: string): string | null {
  const program = findProgram(join(folder, name), undefined, "/");
  return program.kind === "found" ? program.file : null;
}

/** Without relative entries, which depend on the folder. */
function programOnPath(name: string, path: string | undefined): string | null {
  const absolute = path?.split(delimiter).filter((entry) => isAbsolute(entry));
  const program = findProgram(name, absolute?.join(delimiter), "/");
  return program.kind === "found" ? program.file : null;
}

/** Every context is prepared like this checkout, so its programs are found from the folder in which they run. */
function asRun(place: SearchPlace, file: string): string {
  return isSearchedInImage(place) ? relative(startOf(place), file) : file;
}

function direct(file: string, foundBy: string): Found {
  return { kind: "found", argv: [file], foundBy, isIndirect: false };
}

function shownBelow(top: string, file: string): string {
  const prefix = `${resolve(top)}/`;
  return file.startsWith(prefix) ? file.slice(prefix.length) : file;
}

function hintFor(name: string, home: SearchHome): string {
  switch (home) {
    case "node":
      return `Install the project's packages in your checkout (npm install), so that node_modules/.bin has ${name}`;
    case "python":
      return `Install ${name} in the project's environment (.venv), or put it on PATH`;
    case "path":
    case "any":
      return `Install ${name}, and see that it is on PATH`;
  }
}
