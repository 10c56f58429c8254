import { gitignoreMatcher } from "../base/gitignore.ts";
import type { ProjectView } from "../findings/tool.ts";

/** A folder below the top that may be a project of its own, and what is in it. */
export interface NestedProject {
  /** Relative to the top. */
  readonly folder: string;
  readonly view: ProjectView;
}

/** Folders with what programs bring or make, or with what tests are about: their configuration is not meant for the people who work here. */
const passedOver = new Set(["node_modules", "bower_components", "vendor", "third_party", "dist", "build", "coverage", "fixtures", "__fixtures__", "testdata"]);

/** Names by which any tool may be configured, and those of others: who asks each tool has to ask about few folders. */
const mayConfigure = /^\.|\.(?:toml|ini|cfg|jsonc?|ya?ml)$|rc$|\.config\.|^requirements|^(?:Pipfile|go\.mod|go\.work|conftest\.py)$/;

/** More folders are not looked into. */
const mostFolders = 2_000;

/** Folders below the top in which something may be configured, the nearest first, then by name. `exclude`: not those, in gitignore syntax. */
export function projectsBelow(view: ProjectView, exclude: readonly string[] = []): readonly NestedProject[] {
  const folders = new Set<string>();
  for (const path of view.files) {
    const at = path.lastIndexOf("/");
    if (at > 0 && mayConfigure.test(path.slice(at + 1))) folders.add(path.slice(0, at).replace(/\/\.config$/, ""));
  }
  const isExcluded = gitignoreMatcher(exclude);
  const nearest = nearestFirst([...folders].filter((folder) => isOwn(folder) && !isExcluded(`${folder}/\0`))).slice(0, mostFolders);
  const inside = filesIn(new Set(nearest), view.files);
  return nearest.map((folder) => ({ folder, view: viewBelow(view, folder, inside.get(folder) ?? []) }));
}

/** Whether somebody works on what is in a folder, as far as its name says so. */
export function isOwn(folder: string): boolean {
  // What can't stand in a line, or would be filled in, is nobody's folder.
  if (/\p{Cc}|\{[{%]/u.test(folder) || !folder.isWellFormed()) return false;
  return folder.split("/").every((step) => step !== "" && !step.startsWith(".") && !passedOver.has(step));
}

export function nearestFirst(folders: readonly string[]): readonly string[] {
  const depth = (folder: string): number => folder.split("/").length;
  return folders.toSorted((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1));
}

function filesIn(folders: ReadonlySet<string>, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const inside = new Map<string, string[]>();
  for (const path of files) {
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      const folder = path.slice(0, at);
      if (!folders.has(folder)) continue;
      const list = inside.get(folder) ?? [];
      list.push(path.slice(at + 1));
      inside.set(folder, list);
    }
  }
  return inside;
}

function viewBelow(view: ProjectView, folder: string, files: readonly string[]): ProjectView {
  const whole = (path: string): string => `${folder}/${path}`;
  return { files, has: (path) => view.has(whole(path)), read: (path) => view.read(whole(path)) };
}

interface Found<T> {
  readonly project: NestedProject;
  readonly what: T;
}

/** Those of the projects in which something is found, and in no folder above them: what is said above holds below. */
export function topmost<T>(projects: readonly NestedProject[], look: (project: NestedProject) => T | null): readonly Found<T>[] {
  const found = new Map<string, Found<T>>();
  for (const project of projects) {
    if (foldersAbove(project.folder).some((folder) => found.has(folder))) continue;
    const what = look(project);
    if (what !== null) found.set(project.folder, { project, what });
  }
  return [...found.values()];
}

/** Without the top. */
export function foldersAbove(folder: string): readonly string[] {
  const steps = folder.split("/");
  return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join("/"));
}
