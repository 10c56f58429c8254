import { conftestIn } from "../findings/tools/python/pytest.ts";
import type { ProjectView } from "../findings/tool.ts";
import { commandIn } from "../fix/tool-folder.ts";
import { packageSign, packageTests } from "./projects/package-tests.ts";
import { type NestedProject, topmost } from "./projects/projects.ts";
import { type DetectedTests, type LocateProgram, type TestSign, quickCommand, unusable } from "./test-command.ts";

interface Kind {
  readonly sign: (view: ProjectView) => TestSign | null;
  /** Where there is a sign of them. */
  readonly tests: (view: ProjectView, located: LocateProgram) => Promise<DetectedTests | null>;
}

/** How programs are found from a folder below the top; `""`: from the top. */
type LocateFrom = (folder: string) => LocateProgram;

/**
 * The tests of a project, told from how it is configured. Of a kind that the top has none of, or but a sign of, those
 * of projects below it.
 */
export async function detectTests(
  view: ProjectView,
  locatedFrom: LocateFrom,
  projects: readonly NestedProject[] = [],
): Promise<readonly DetectedTests[]> {
  const found: DetectedTests[] = [];
  for (const kind of kinds) {
    const top = kind.sign(view);
    const below = top?.isFirm === true ? [] : topmost(projects, (project) => kind.sign(project.view), isFirm);
    if (top !== null && !below.some(({ what }) => isFirm(what)))
      found.push(...listOf(await kind.tests(view, locatedFrom(""))));
    else found.push(...(await testsBelow(kind, locatedFrom, below)));
  }
  return found;
}

const kinds: readonly Kind[] = [
  { sign: packageSign, tests: packageTests },
  { sign: pytestSign, tests: pythonTests },
  {
    sign: (view) =>
      view.has("go.mod") && view.files.some((path) => path.endsWith("_test.go"))
        ? { because: "go.mod", isFirm: true }
        : null,
    tests: goTests,
  },
  { sign: (view) => (view.has("Cargo.toml") ? { because: "Cargo.toml", isFirm: true } : null), tests: cargoTests },
];

/** Whether a folder's configuration says of itself that there are tests. */
export function hasTests(view: ProjectView): boolean {
  return kinds.some((kind) => kind.sign(view) !== null);
}

function isFirm(sign: TestSign): boolean {
  return sign.isFirm;
}

function listOf(tests: DetectedTests | null): readonly DetectedTests[] {
  return tests === null ? [] : [tests];
}

const mostBelow = 50;

/** Those of a folder are those of what lies below it too. What is one too many is told, as tests that can't be run. */
async function testsBelow(
  kind: Kind,
  locatedFrom: LocateFrom,
  below: ReturnType<typeof topmost<TestSign>>,
): Promise<readonly DetectedTests[]> {
  const found: DetectedTests[] = [];
  for (const { project } of below.slice(0, mostBelow)) {
    const tests = await kind.tests(project.view, locatedFrom(project.folder));
    found.push(...listOf(tests).map((one) => inFolder(one, project.folder)));
  }
  const [next, ...rest] = below.slice(mostBelow);
  if (next === undefined) return found;
  return [
    ...found,
    {
      kind: "unusable",
      name: `those of ${next.project.folder}${rest.length === 0 ? "" : ` and ${String(rest.length)} more projects`}`,
      because: next.what.because,
      why: `there are more than ${String(mostBelow)} projects with such tests below the top`,
      hint: "Name a command that runs all of them with --test-command",
    },
  ];
}

/** There is no quick form: the tests that a change elsewhere affects are unknown. */
function inFolder(tests: DetectedTests, folder: string): DetectedTests {
  const name = `${tests.name} (${folder})`;
  return tests.kind === "usable"
    ? { ...tests, name, command: commandIn(folder, tests.command), quick: null }
    : { ...tests, name };
}

async function pythonTests(view: ProjectView, located: LocateProgram): Promise<DetectedTests | null> {
  const because = pytestSign(view)?.because;
  if (because === undefined) return null;
  const [pytest, env] = [await located("pytest", "python"), await located("env", "path")];
  if (pytest.kind === "missing") return unusable("pytest", because, pytest);
  if (env.kind === "missing") return unusable("pytest", because, env);
  // The project may be installed in its environment as a link to the user's checkout: the code that is tested has to be
  // found before that.
  const command = [...env.argv, "PYTHONPATH=src:.", ...pytest.argv] as const;
  return {
    kind: "usable",
    name: "pytest",
    command,
    quick: quickCommand({ runner: "pytest", program: command, full: command }),
    because,
  };
}

const pytestSections: readonly (readonly [string, RegExp, string])[] = [
  ["pyproject.toml", /^[ \t]*\[tool\.pytest(?:\.ini_options)?\]/m, "[tool.pytest]"],
  ["tox.ini", /^\[pytest\]/m, "[pytest]"],
  ["setup.cfg", /^\[tool:pytest\]/m, "[tool:pytest]"],
];

function pytestSign(view: ProjectView): TestSign | null {
  const file = ["pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml"].find((path) => view.has(path));
  if (file !== undefined) return { because: file, isFirm: true };
  const section = pytestSections.find(([path, pattern]) => pattern.test(view.read(path) ?? ""));
  if (section !== undefined) return { because: `${section[2]} of ${section[0]}`, isFirm: true };
  const shared = conftestIn(view.files);
  return shared === null ? null : { because: shared, isFirm: false };
}

/** Go keeps what passed and runs only what a change affects by itself. */
async function goTests(_: ProjectView, located: LocateProgram): Promise<DetectedTests | null> {
  const go = await located("go", "path");
  if (go.kind === "missing") return unusable("go test", "go.mod", go);
  return { kind: "usable", name: "go test", command: [...go.argv, "test", "./..."], quick: null, because: "go.mod" };
}

async function cargoTests(_: ProjectView, located: LocateProgram): Promise<DetectedTests | null> {
  const cargo = await located("cargo", "path");
  if (cargo.kind === "missing") return unusable("cargo test", "Cargo.toml", cargo);
  return { kind: "usable", name: "cargo test", command: [...cargo.argv, "test"], quick: null, because: "Cargo.toml" };
}
