import { posix } from "node:path";
import type { ProjectView } from "../../../findings/tool.ts";
import type { Choice } from "../chosen.ts";
import { importGraph, reaching } from "./graph.ts";
import { testFilesOf } from "./test-files.ts";

/** Python files that no test imports, and that say how all of them are run. */
const settingsFiles = new Set(["conftest.py", "setup.py", "noxfile.py"]);

/** The test files that import a changed one, directly or through others. */
export function choosePython(changed: readonly string[], view: ProjectView): Choice {
  const unseen = changed.find((path) => !/\.pyi?$/.test(path) || settingsFiles.has(posix.basename(path)));
  if (unseen !== undefined) return { kind: "full", why: `${JSON.stringify(unseen)} may affect any test` };
  const tests = testFilesOf(view);
  if (tests.kind === "unknown") return { kind: "full", why: tests.why };
  const present = view.files.filter((path) => /\.pyi?$/.test(path));
  if (present.length > mostFiles) return { kind: "full", why: `there are more than ${String(mostFiles)} Python files` };
  // Those that are gone too: whoever still imports them is affected.
  const paths = [...new Set([...present, ...changed])];
  const texts = new Map(present.map((path) => [path, view.read(path)]));
  const reached = reaching(importGraph(paths.map((path) => ({ path, text: texts.get(path) ?? null }))), changed);
  const chosen = tests.files.filter((path) => reached.has(path) || startsPrograms.test(texts.get(path) ?? ""));
  if (chosen.length === 0)
    return { kind: "none", why: `none of ${String(tests.files.length)} test files imports what changed` };
  const args = chosen.map((path) => (path.startsWith("-") ? `./${path}` : path));
  return {
    kind: "some",
    args,
    what: `${String(chosen.length)} of ${String(tests.files.length)} test files, by their imports`,
  };
}

const mostFiles = 20_000;

/** A test that runs programs may run the project itself, which no import shows. */
const startsPrograms = /^[ \t]*(?:import|from)[ \t]+(?:subprocess|runpy|importlib|multiprocessing)\b/m;
