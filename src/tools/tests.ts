import { conftestIn, pytest } from "../findings/tools/python/pytest.ts";
import type { ProjectView } from "../findings/tool.ts";
import { commandIn } from "../fix/tool-folder.ts";
import { packageSign, packageTests } from "./projects/package-tests.ts";
import { type NestedProject, topmost } from "./projects/projects.ts";
import { type DetectedTests, type LocateProgram, type TestSign, quickCommand, unusable } from "./test-command.ts";

interface Kind {
  readonly sign: (view: ProjectView) => TestSign | null;
  readonly tests: (view: ProjectView, located: LocateProgram) => Promise<DetectedTests | null>;
}

/** `""`: from the top. */
type LocateFrom = (folder: string) => LocateProgram;

/** By configuration. A kind without a firm sign at the top is searched in projects below. */
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
    tests: plainTests("go", ["test", "./..."], "go.mod"),
  },
  {
    sign: (view) => (view.has("Cargo.toml") ? { because: "Cargo.toml", isFirm: true } : null),
    tests: plainTests("cargo", ["test"], "Cargo.toml"),
  },
];

function isFirm(sign: TestSign): boolean {
  return sign.isFirm;
}

function listOf(tests: DetectedTests | null): readonly DetectedTests[] {
  return tests === null ? [] : [tests];
}

const mostBelow = 50;

/** Projects above the limit are reported as tests that can't run. */
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
      name: `those of ${next.project.folder}${rest.length === 0 ? "" : ` and ${rest.length} more projects`}`,
      because: next.what.because,
      why: `there are more than ${mostBelow} projects with such tests below the top`,
      hint: "Name a command that runs all of them with --test-command",
    },
  ];
}

/** No quick form: the effect of changes elsewhere is unknown. */
function inFolder(tests: DetectedTests, folder: string): DetectedTests {
  const name = `${tests.name} (${folder})`;
  return tests.kind === "usable"
    ? { ...tests, name, command: commandIn(folder, tests.command), quick: null }
    : { ...tests, name };
}

async function pythonTests(view: ProjectView, located: LocateProgram): Promise<DetectedTests | null> {
  const because = pytestSign(view)?.because;
  if (because === undefined) return null;
  const [program, env] = [await located("pytest", "python"), await located("env", "path")];
  if (program.kind === "missing") return unusable("pytest", because, program);
  if (env.kind === "missing") return unusable("pytest", because, env);
  // The environment may link to the user's checkout: the tested code must come first.
  const command = [...env.argv, "PYTHONPATH=src:.", ...program.argv] as const;
  return {
    kind: "usable",
    name: "pytest",
    command,
    quick: quickCommand({ runner: "pytest", program: command, full: command }),
    because,
  };
}

function pytestSign(view: ProjectView): TestSign | null {
  const detected = pytest.detect(view);
  if (detected !== null && detected.config !== null) return { because: detected.because, isFirm: true };
  const shared = conftestIn(view.files);
  return shared === null ? null : { because: shared, isFirm: false };
}

/** No quick form: Go itself runs only affected tests, and cargo can't choose. */
function plainTests(program: "go" | "cargo", args: readonly string[], because: string): Kind["tests"] {
  return async (_, located) => {
    const name = `${program} test`;
    const found = await located(program, "path");
    if (found.kind === "missing") return unusable(name, because, found);
    return { kind: "usable", name, command: [...found.argv, ...args], quick: null, because };
  };
}
