import type { ProjectView } from "../findings/tool.ts";
import { commandIn } from "../intake/fix/folder.ts";
import { packageTests } from "./package-tests.ts";
import { type NestedProject, foldersAbove } from "./projects.ts";
import { type DetectedTests, type LocateProgram, quickCommand, unusable } from "./test-command.ts";

type Kind = (view: ProjectView, located: LocateProgram) => Promise<DetectedTests | null>;

/** How programs are found from a folder below the top; `""`: from the top. */
type LocateFrom = (folder: string) => LocateProgram;

/** The tests of a project, told from how it is configured. Of a kind that the top has none of, those of projects below it. */
export async function detectTests(view: ProjectView, locatedFrom: LocateFrom, projects: readonly NestedProject[] = []): Promise<readonly DetectedTests[]> {
  const found: DetectedTests[] = [];
  for (const kind of [packageTests, pythonTests, goTests, cargoTests]) {
    const top = await kind(view, locatedFrom(""));
    found.push(...(top === null ? await testsBelow(kind, locatedFrom, projects) : [top]));
  }
  return found;
}

const mostBelow = 50;

/** Those of a folder are those of what lies below it too. */
async function testsBelow(kind: Kind, locatedFrom: LocateFrom, projects: readonly NestedProject[]): Promise<readonly DetectedTests[]> {
  const found = new Map<string, DetectedTests>();
  for (const { folder, view } of projects) {
    if (found.size === mostBelow || foldersAbove(folder).some((above) => found.has(above))) continue;
    const tests = await kind(view, locatedFrom(folder));
    if (tests !== null) found.set(folder, inFolder(tests, folder));
  }
  return [...found.values()];
}

/** Which of a project's tests changes elsewhere affect nobody can tell, so there is no quick form. */
function inFolder(tests: DetectedTests, folder: string): DetectedTests {
  const name = `${tests.name} (${folder})`;
  return tests.kind === "usable" ? { ...tests, name, command: commandIn(folder, tests.command), quick: null } : { ...tests, name };
}

async function pythonTests(view: ProjectView, located: LocateProgram): Promise<DetectedTests | null> {
  const because = pytestSign(view);
  if (because === null) return null;
  const [pytest, env] = [await located("pytest", "python"), await located("env", "path")];
  if (pytest.kind === "missing") return unusable("pytest", because, pytest);
  if (env.kind === "missing") return unusable("pytest", because, env);
  // The project may be installed in its environment as a link to the user's checkout: the code that is tested has to be found before that.
  const command = [...env.argv, "PYTHONPATH=src:.", ...pytest.argv] as const;
  return { kind: "usable", name: "pytest", command, quick: quickCommand({ runner: "pytest", program: command, full: command }), because };
}

const pytestSections: readonly (readonly [string, RegExp, string])[] = [
  ["pyproject.toml", /^[ \t]*\[tool\.pytest(?:\.ini_options)?\]/m, "[tool.pytest]"],
  ["tox.ini", /^\[pytest\]/m, "[pytest]"],
  ["setup.cfg", /^\[tool:pytest\]/m, "[tool:pytest]"],
];

function pytestSign(view: ProjectView): string | null {
  const file = ["pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "conftest.py", "tests/conftest.py", "test/conftest.py"].find((path) =>
    view.has(path),
  );
  if (file !== undefined) return file;
  const section = pytestSections.find(([path, pattern]) => pattern.test(view.read(path) ?? ""));
  return section === undefined ? null : `${section[2]} of ${section[0]}`;
}

/** Go keeps what passed and runs only what a change affects by itself. */
async function goTests(view: ProjectView, located: LocateProgram): Promise<DetectedTests | null> {
  if (!view.has("go.mod") || !view.files.some((path) => path.endsWith("_test.go"))) return null;
  const go = await located("go", "path");
  if (go.kind === "missing") return unusable("go test", "go.mod", go);
  return { kind: "usable", name: "go test", command: [...go.argv, "test", "./..."], quick: null, because: "go.mod" };
}

async function cargoTests(view: ProjectView, located: LocateProgram): Promise<DetectedTests | null> {
  if (!view.has("Cargo.toml")) return null;
  const cargo = await located("cargo", "path");
  if (cargo.kind === "missing") return unusable("cargo test", "Cargo.toml", cargo);
  return { kind: "usable", name: "cargo test", command: [...cargo.argv, "test"], quick: null, because: "Cargo.toml" };
}
