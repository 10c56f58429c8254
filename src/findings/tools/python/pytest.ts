import type { Detection, Tool } from "../../tool.ts";
import { firstConfig, signOf } from "../config/wanted.ts";
import { readPytest } from "./pytest-report.ts";

export const pytest: Tool = {
  name: "pytest",
  program: "pytest",
  home: "python",
  looksAt: ["*.py"],
  reach: "project",
  runsTests: true,
  // The older kind of report says in which file and line a test is. No cache: it would be in the tree.
  args: ["--junitxml={report}", "-o", "junit_family=xunit1", "-p", "no:cacheprovider", "--color=no"],
  everything: [],
  // A project that is installed as a link leads to the user's checkout, and one that is not can't be found: what is
  // tested is what lies here.
  env: { PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: "src:." },
  detect: (project) =>
    firstConfig(project, [
      { file: "pytest.toml" },
      { file: ".pytest.toml" },
      { file: "pytest.ini" },
      { file: ".pytest.ini" },
      { file: "pyproject.toml", section: /^tool\.pytest(?:\.|$)/, shown: "[tool.pytest]" },
      { file: "tox.ini", section: /^pytest$/, shown: "[pytest]" },
      { file: "setup.cfg", section: /^tool:pytest$/, shown: "[tool:pytest]" },
    ]) ??
    signOf(project, { hooks: ["pytest"], requirement: "pytest" }) ??
    byConftest(project.files),
  read: readPytest,
  silencers: [
    "pytest\\.mark\\.(skip|skipif|xfail)\\b",
    "pytest\\.(skip|xfail|importorskip)\\s*\\(",
    "\\b(unittest\\.)?(skip|skipIf|skipUnless|SkipTest|expectedFailure)\\b\\s*(\\(|$)",
    "\\b__test__\\s*=\\s*False\\b",
    "\\bcollect_ignore(_glob)?\\b",
  ],
};

function byConftest(files: readonly string[]): Detection | null {
  const file = conftestIn(files);
  return file === null ? null : { config: null, because: file };
}

/**
 * What tests of this very folder share: beside it, or in the folder that its tests are in. One that lies elsewhere is
 * of another project.
 */
export function conftestIn(files: readonly string[]): string | null {
  return files.find((path) => /^(?:tests?\/(?:.*\/)?)?conftest\.py$/s.test(path)) ?? null;
}
