import { posix } from "node:path";
import type { ProjectView } from "../../../findings/tool.ts";

type TestFiles =
  | { readonly kind: "known"; readonly files: readonly string[] }
  | { readonly kind: "unknown"; readonly why: string };

const configs = ["pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "pyproject.toml", "tox.ini", "setup.cfg"];

/** The files in which pytest looks for tests, as long as the project leaves that to pytest. */
export function testFilesOf(view: ProjectView): TestFiles {
  const texts = configs.flatMap((path) => view.read(path) ?? []);
  const own = ["python_files", "norecursedirs", "doctest"].find((word) => texts.some((text) => text.includes(word)));
  if (own !== undefined) return { kind: "unknown", why: `the project's ${own} says which files have tests` };
  const folders = texts.flatMap(testPaths);
  if (folders.some((folder) => /[*?[\]]/.test(folder)))
    return { kind: "unknown", why: "the project's testpaths has patterns" };
  return { kind: "known", files: view.files.filter((path) => isTest(path) && isBelow(path, folders)) };
}

/** Of an INI file, where more lines may follow that are indented, or of a TOML file. */
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

/** As pytest does. */
const passedOver = new Set(["_darcs", "build", "CVS", "dist", "node_modules", "venv", "{arch}"]);

function isBelow(path: string, folders: readonly string[]): boolean {
  return (
    folders.length === 0 || folders.some((folder) => folder === "." || path === folder || path.startsWith(`${folder}/`))
  );
}
