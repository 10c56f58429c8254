import { type Finding, type Reading, makeFinding } from "../../finding.ts";
import { countedFrom0 } from "../../formats/json.ts";
import { type XmlElement, readXml } from "../../formats/xml.ts";
import type { Detection, Tool, ToolOutput } from "../../tool.ts";
import { broken, found } from "../config/reading.ts";
import { firstConfig, signOf } from "../config/wanted.ts";

export const pytest: Tool = {
  name: "pytest",
  program: "pytest",
  home: "python",
  looksAt: ["*.py"],
  reach: "project",
  runsTests: true,
  // xunit1 has file and line. No cache in the tree.
  args: ["--junitxml={report}", "-o", "junit_family=xunit1", "-p", "no:cacheprovider", "--color=no"],
  everything: [],
  // The environment may link to the user's checkout: the tested code must come first.
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
    byConftest(conftestIn(project.files)),
  read: readPytest,
  configs: ["pytest.ini", ".pytest.ini"],
  silencers: [
    "pytest\\.mark\\.(skip|skipif|xfail)\\b",
    "pytest\\.(skip|xfail|importorskip)\\s*\\(",
    "\\b(unittest\\.)?(skip|skipIf|skipUnless|SkipTest|expectedFailure)\\b\\s*(\\(|$)",
    "\\b__test__\\s*=\\s*False\\b",
    "\\bcollect_ignore(_glob)?\\b",
  ],
};

function byConftest(file: string | null): Detection | null {
  return file === null ? null : { config: null, because: file };
}

/** Of this folder's tests; one elsewhere belongs to another project. */
export function conftestIn(files: readonly string[]): string | null {
  return files.find((path) => /^(?:tests?\/(?:.*\/)?)?conftest\.py$/s.test(path)) ?? null;
}

/** A module that can't be imported. */
const collectionFailure = "collection failure";

/** No tests: no findings. */
const noTests = 5;

/**
 * 1: tests failed. 2 to 4: interrupted, crashed or called wrongly; an import error interrupts it too, and is a finding.
 */
function readPytest(output: ToolOutput): Reading {
  const { code, report } = output;
  if (code === noTests) return { kind: "read", findings: [] };
  if (report === null || report.trim() === "") return broken(output, " and wrote no report");
  const reading = readXml(report);
  if (reading.kind === "unreadable") return { kind: "unreadable", why: `its report can't be read: ${reading.why}` };
  const cases = testCases(reading.root);
  if (cases.some(isInternal)) return broken(output, " and crashed");
  return found(output, cases.flatMap(findingsOf));
}

function testCases(root: XmlElement): readonly XmlElement[] {
  const suites = root.name === "testsuite" ? [root] : root.children;
  return suites.flatMap((suite) => suite.children.filter(({ name }) => name === "testcase"));
}

/** pytest's own error. */
function isInternal({ attributes }: XmlElement): boolean {
  return attributes.get("classname") === "pytest" && attributes.get("name") === "internal";
}

/** A test and its teardown may both fail. */
function findingsOf(test: XmlElement): readonly Finding[] {
  const file = fileOf(test);
  const line = countedFrom0(Number(test.attributes.get("line") ?? "x"));
  return test.children
    .filter(({ name }) => name === "failure" || name === "error")
    .map((problem) => {
      const code = problem.attributes.get("message") === collectionFailure ? "suite-failed" : "test-failed";
      return makeFinding("pytest", {
        file,
        line,
        code,
        message: `${idOf(test, file)}: ${whyOf(problem)}`,
        severity: "error",
      });
    });
}

function fileOf({ attributes }: XmlElement): string {
  const file = attributes.get("file");
  if (file !== undefined) return file;
  // Some versions name only the module if it can't be imported.
  const module = attributes.get("classname") || (attributes.get("name") ?? "");
  return module === "" || !/^[\w.]{1,1000}$/.test(module) ? "" : `${module.replaceAll(".", "/")}.py`;
}

/** As pytest writes it: `tests/test_a.py::TestX::test_m[2]`. */
function idOf({ attributes }: XmlElement, file: string): string {
  const className = attributes.get("classname") ?? "";
  const name = attributes.get("name") ?? "";
  if (className === "") return file === "" ? name : file;
  const module = file.replace(/\.py$/, "").replaceAll("/", ".");
  const classes = className.startsWith(`${module}.`) ? className.slice(module.length + 1).split(".") : [];
  return [file, ...classes, name].join("::");
}

/** The first line is the exception. Memory addresses differ in each run. */
function whyOf(problem: XmlElement): string {
  const said = problem.attributes.get("message") ?? "";
  // The exception line says why an import failed.
  const marked = problem.text.split("\n").findLast((line) => line.startsWith("E  "));
  const why = said === collectionFailure && marked !== undefined ? `${said}: ${marked.slice(1).trim()}` : said;
  return (why.split("\n", 1)[0] ?? "").trim().replaceAll(/\b0x[\da-f]{4,16}\b/gi, "0x…");
}
