import { posix } from "node:path";
import type { ProjectView } from "../../findings/tool.ts";
import type { Choice } from "./chosen.ts";

/** What tests import, and the runner can follow. */
const moduleFile = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;
const testFile = /(?:^|\/)__tests__\/|\.(?:test|spec)\.[^./]+$/;
/** Modules that no test imports, and that all of them depend on. */
const settingsFile = /(?:^|\/)(?:[^/]*\.(?:config|setup)\.[^/]+|\.[^/]+|jest-[^/]+|vitest\.[^/]+)$/;

/** The runners follow imports themselves; what they can't see affects all tests. */
export function chooseModules(runner: "vitest" | "jest", changed: readonly string[], view: ProjectView): Choice {
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

/** A module that is gone is imported by nobody, or by somebody who now fails: no runner would find out whom. */
function isSeen(path: string, view: ProjectView): boolean {
  if (!moduleFile.test(path) || settingsFile.test(path) || path.endsWith(".d.ts")) return false;
  return view.has(path) || testFile.test(posix.normalize(path));
}

function counted(files: number): string {
  return files === 1 ? "1 changed file" : `${String(files)} changed files`;
}
