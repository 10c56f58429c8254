import type { Finding, Reading } from "../../finding.ts";
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

/** What it says of a module that can't be imported. */
const collectionFailure = "collection failure";

/** No test was collected: nothing is wrong with that, and nothing was found. */
const noTests = 5;

/**
 * 1: tests failed. 2 to 4: it was interrupted, fell over, or was called in a wrong way; a module that can't be imported
 * interrupts it too, and is a finding.
 */
function readPytest(output: ToolOutput): Reading {
  const { code, report } = output;
  if (code === noTests) return { kind: "read", findings: [] };
  if (report === null || report.trim() === "")
    return broken(output, `it exited with ${String(code)} and wrote no report`);
  const reading = readXml(report);
  if (reading.kind === "unreadable") return { kind: "unreadable", why: `its report can't be read: ${reading.why}` };
  const cases = testCases(reading.root);
  if (cases.some(isInternal)) return broken(output, "it fell over");
  return found(output, cases.flatMap(findingsOf));
}

function testCases(root: XmlElement): readonly XmlElement[] {
  const suites = root.name === "testsuite" ? [root] : root.children;
  return suites.flatMap((suite) => suite.children.filter(({ name }) => name === "testcase"));
}

/** How pytest reports an error of its own. */
function isInternal({ attributes }: XmlElement): boolean {
  return attributes.get("classname") === "pytest" && attributes.get("name") === "internal";
}

/** A test may fail and then fail once more when it is cleaned up after. */
function findingsOf(test: XmlElement): readonly Finding[] {
  const file = fileOf(test);
  const line = Number(test.attributes.get("line") ?? "x");
  return test.children
    .filter(({ name }) => name === "failure" || name === "error")
    .map((problem) => ({
      tool: "pytest",
      file,
      // It counts from 0.
      line: Number.isSafeInteger(line) ? line + 1 : null,
      column: null,
      code: problem.attributes.get("message") === collectionFailure ? "suite-failed" : "test-failed",
      message: `${idOf(test, file)}: ${whyOf(problem)}`,
      severity: "error",
      fixable: false,
    }));
}

function fileOf({ attributes }: XmlElement): string {
  const file = attributes.get("file");
  if (file !== undefined) return file;
  // Some versions leave it out where a module can't be imported, and give that module's name.
  const module = attributes.get("classname") || (attributes.get("name") ?? "");
  return module === "" || !/^[\w.]{1,1000}$/.test(module) ? "" : `${module.replaceAll(".", "/")}.py`;
}

/** As pytest itself writes it: `tests/test_a.py::TestX::test_m[2]`. */
function idOf({ attributes }: XmlElement, file: string): string {
  const className = attributes.get("classname") ?? "";
  const name = attributes.get("name") ?? "";
  if (className === "") return file === "" ? name : file;
  const module = file.replace(/\.py$/, "").replaceAll("/", ".");
  const classes = className.startsWith(`${module}.`) ? className.slice(module.length + 1).split(".") : [];
  return [file, ...classes, name].join("::");
}

/** The first line, which is the exception. What it says of addresses in memory is another thing in each run. */
function whyOf(problem: XmlElement): string {
  const said = problem.attributes.get("message") ?? "";
  // Of a module that can't be imported it says only that; why is where it marks the exception.
  const marked = problem.text.split("\n").findLast((line) => line.startsWith("E  "));
  const why = said === collectionFailure && marked !== undefined ? `${said}: ${marked.slice(1).trim()}` : said;
  return (why.split("\n", 1)[0] ?? "").trim().replaceAll(/\b0x[\da-f]{4,16}\b/gi, "0x…");
}
