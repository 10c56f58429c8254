import { gitignoreMatcher } from "../../base/ignore/gitignore.ts";
import type { ProjectView } from "../../findings/tool.ts";

/** A folder below the top that may be a project. */
export interface NestedProject {
  readonly folder: string;
  readonly view: ProjectView;
}

/** Installed, generated or test data: their configuration is not for this project. */
const passedOver = new Set([
  "node_modules",
  "bower_components",
  "vendor",
  "third_party",
  "dist",
  "build",
  "coverage",
  "fixtures",
  "__fixtures__",
  "testdata",
]);

/** Names of configuration files of any tool: each tool then checks few folders. */
const mayConfigure =
  /^\.|\.(?:toml|ini|cfg|jsonc?|ya?ml)$|rc$|\.config\.|^requirements|^(?:Pipfile|setup\.py|go\.mod|go\.work|conftest\.py)$/;

const mostFolders = 2_000;

interface ProjectsBelow {
  readonly projects: readonly NestedProject[];
  /** Folders that were not searched. */
  readonly beyond: number;
}

/** Nearest first, then by name. `exclude`: in gitignore syntax. */
export function projectsBelow(view: ProjectView, exclude: readonly string[] = []): ProjectsBelow {
  const folders = new Set(view.files.map(folderConfigured));
  const isExcluded = gitignoreMatcher(exclude);
  const all = nearestFirst([...folders].filter((folder) => isOwn(folder) && !isExcluded(`${folder}/\0`)));
  const nearest = all.slice(0, mostFolders);
  const inside = filesIn(new Set(nearest), view.files);
  const projects = nearest.map((folder) => ({ folder, view: viewBelow(view, folder, inside.get(folder) ?? []) }));
  return { projects, beyond: all.length - nearest.length };
}

/** The folder that a file may configure; empty: the top, or none. */
function folderConfigured(path: string): string {
  const at = path.lastIndexOf("/");
  const name = path.slice(at + 1);
  if (at <= 0 || !mayConfigure.test(name)) return "";
  const folder = path.slice(0, at);
  if (name !== "conftest.py") return folder.replace(/\/\.config$/, "");
  // Tests run beside the code they test.
  const steps = folder.split("/");
  const tests = steps.findIndex((step) => step === "tests" || step === "test");
  return tests === -1 ? folder : steps.slice(0, tests).join("/");
}

/** By its name. */
export function isOwn(folder: string): boolean {
  // Not if it can't be shown on a line, or contains a template.
  if (/[\p{Cc}\p{Cf}]|\{[{%]/u.test(folder) || !folder.isWellFormed()) return false;
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

/** Projects with a match and no match in a folder above. `isFirm`: a weak match yields to firm ones below it. */
export function topmost<T>(
  projects: readonly NestedProject[],
  look: (project: NestedProject) => T | null,
  isFirm: (what: T) => boolean = () => true,
): readonly Found<T>[] {
  const firm = new Map<string, Found<T>>();
  const signs = new Map<string, Found<T>>();
  for (const project of projects) {
    if (foldersAbove(project.folder).some((folder) => firm.has(folder))) continue;
    const what = look(project);
    if (what !== null) (isFirm(what) ? firm : signs).set(project.folder, { project, what });
  }
  const aboveFirm = new Set([...firm.keys()].flatMap(foldersAbove));
  for (const [folder, sign] of signs) {
    if (!aboveFirm.has(folder) && !foldersAbove(folder).some((above) => firm.has(above))) firm.set(folder, sign);
  }
  return projects.flatMap(({ folder }) => firm.get(folder) ?? []);
}

function foldersAbove(folder: string): readonly string[] {
  const steps = folder.split("/");
  return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join("/"));
}
