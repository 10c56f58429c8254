import type { ProjectView } from "../findings/tool.ts";
import { packageTests } from "./package-tests.ts";
import { type DetectedTests, type LocateProgram, quickCommand, unusable } from "./test-command.ts";

/** The tests of a project, told from how it is configured. */
export async function detectTests(view: ProjectView, located: LocateProgram): Promise<readonly DetectedTests[]> {
  const all = [await packageTests(view, located), await pythonTests(view, located), await goTests(view, located), await cargoTests(view, located)];
  return all.filter((tests) => tests !== null);
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
