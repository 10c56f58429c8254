import { plural } from "../../base/text.ts";
import { posix } from "node:path";
import type { ProjectView } from "../../findings/tool.ts";
import { batchesOf } from "../batches.ts";
import { importGraph, reaching } from "./python/graph.ts";
import type { RelatedRequest } from "./request.ts";

export type Choice =
  | { readonly kind: "full"; readonly why: string }
  | { readonly kind: "some"; readonly args: readonly string[]; readonly what: string }
  | { readonly kind: "none"; readonly why: string };

/** The tests that the changed paths affect; all of them if in doubt. */
export function chooseTests(runner: RelatedRequest["runner"], changed: readonly string[], view: ProjectView): Choice {
  if (changed.length === 0) return { kind: "none", why: "nothing changed" };
  const choice = runner === "pytest" ? choosePython(changed, view) : chooseModules(runner, changed, view);
  if (choice.kind !== "some" || batchesOf(choice.args, []).length <= 1) return choice;
  return { kind: "full", why: "more files are affected than fit into one command" };
}

const moduleFile = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;
const testFile = /(?:^|\/)__tests__\/|\.(?:test|spec)\.[^./]+$/;
/** Every test depends on these without importing them. */
const settingsFile = /(?:^|\/)(?:[^/]*\.(?:config|setup)\.[^/]+|\.[^/]+|jest-[^/]+|vitest\.[^/]+)$/;

/** Runners follow imports; a change outside of them affects all tests. */
function chooseModules(runner: "vitest" | "jest", changed: readonly string[], view: ProjectView): Choice {
  const unseen = changed.find((path) => !isSeen(path, view));
  if (unseen !== undefined)
    return { kind: "full", why: `${JSON.stringify(unseen)} is no module that ${runner} could follow to its tests` };
  const files = changed.filter((path) => view.has(path)).map((path) => (path.startsWith("-") ? `./${path}` : path));
  if (files.length === 0) return { kind: "none", why: "only tests were removed" };
  const options =
    runner === "vitest" ? ["related", "--run", "--passWithNoTests"] : ["--passWithNoTests", "--findRelatedTests"];
  return {
    kind: "some",
    args: [...options, ...files],
    what: `the tests that ${runner} finds related to ${counted(files.length)}`,
  };
}

/** No runner finds what a deleted module affects. */
function isSeen(path: string, view: ProjectView): boolean {
  if (!moduleFile.test(path) || settingsFile.test(path) || path.endsWith(".d.ts")) return false;
  return view.has(path) || testFile.test(posix.normalize(path));
}

function counted(files: number): string {
  return plural(files, "changed file");
}

/** They affect all tests without an import. */
const settingsFiles = new Set(["conftest.py", "setup.py", "noxfile.py"]);

/** Test files that import a changed file, directly or indirectly. */
export function choosePython(changed: readonly string[], view: ProjectView): Choice {
  const unseen = changed.find((path) => !/\.pyi?$/.test(path) || settingsFiles.has(posix.basename(path)));
  if (unseen !== undefined) return { kind: "full", why: `${JSON.stringify(unseen)} may affect any test` };
  const tests = testFilesOf(view);
  if (tests.kind === "unknown") return { kind: "full", why: tests.why };
  const present = view.files.filter((path) => /\.pyi?$/.test(path));
  if (present.length > mostFiles) return { kind: "full", why: `there are more than ${mostFiles} Python files` };
  // Deleted files too: modules that import them are affected.
  const paths = [...new Set([...present, ...changed])];
  const texts = new Map(present.map((path) => [path, view.read(path)]));
  const reached = reaching(importGraph(paths.map((path) => ({ path, text: texts.get(path) ?? null }))), changed);
  const chosen = tests.files.filter((path) => reached.has(path) || startsPrograms.test(texts.get(path) ?? ""));
  if (chosen.length === 0)
    return { kind: "none", why: `none of ${tests.files.length} test files imports what changed` };
  const args = chosen.map((path) => (path.startsWith("-") ? `./${path}` : path));
  return {
    kind: "some",
    args,
    what: `${chosen.length} of ${tests.files.length} test files, by their imports`,
  };
}

const mostFiles = 20_000;

/** Such a test may run the project itself, which no import shows. */
const startsPrograms = /^[ \t]*(?:import|from)[ \t]+(?:subprocess|runpy|importlib|multiprocessing)\b/m;

type TestFiles =
  | { readonly kind: "known"; readonly files: readonly string[] }
  | { readonly kind: "unknown"; readonly why: string };

const configs = ["pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "pyproject.toml", "tox.ini", "setup.cfg"];

/** pytest's own rules, unless the project changes them. */
function testFilesOf(view: ProjectView): TestFiles {
  const texts = configs.flatMap((path) => view.read(path) ?? []);
  const own = ["python_files", "norecursedirs", "doctest"].find((word) => texts.some((text) => text.includes(word)));
  if (own !== undefined) return { kind: "unknown", why: `the project's ${own} says which files have tests` };
  const folders = texts.flatMap(testPaths);
  if (folders.some((folder) => /[*?[\]]/.test(folder)))
    return { kind: "unknown", why: "the project's testpaths has patterns" };
  return { kind: "known", files: view.files.filter((path) => isTest(path) && isBelow(path, folders)) };
}

/** In INI, indented lines continue the value; or a TOML array. */
function testPaths(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => /^[ \t]*testpaths[ \t]*=/.test(line));
  if (at === -1) return [];
  const first = (lines[at] ?? "").replace(/^[^=]*=/, "");
  const rest = lines.slice(at + 1);
  const end = first.includes("[")
    ? rest.findIndex((line) => line.includes("]")) + 1
    : rest.findIndex((line) => !/^[ \t]+\S/.test(line));
  const isClosed = first.includes("]");
  const value = [first, ...(isClosed ? [] : rest.slice(0, end === -1 ? rest.length : end))]
    .map((line) => line.replace(/#.*$/, ""))
    .join(" ");
  return value
    .replace(/^[ \t]*\[/, "")
    .replace(/\][ \t]*$/, "")
    .split(/[\s,"']+/)
    .filter((word) => word !== "")
    .map((word) => posix.normalize(word).replace(/\/$/, ""));
}

function isTest(path: string): boolean {
  const steps = path.split("/");
  const isPassedOver = steps
    .slice(0, -1)
    .some((step) => step.startsWith(".") || step.endsWith(".egg") || passedOver.has(step));
  return !isPassedOver && /^(?:test_.*|.*_test)\.py$/.test(steps.at(-1) ?? "");
}

/** As in pytest. */
const passedOver = new Set(["_darcs", "build", "CVS", "dist", "node_modules", "venv", "{arch}"]);

function isBelow(path: string, folders: readonly string[]): boolean {
  return (
    folders.length === 0 || folders.some((folder) => folder === "." || path === folder || path.startsWith(`${folder}/`))
  );
}
