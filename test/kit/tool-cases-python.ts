import type { ToolCase } from "./tool-case.ts";

const ini = (section: string, ...lines: readonly string[]): string => [`[${section}]`, ...lines, ""].join("\n");
const text = (...lines: readonly string[]): string => [...lines, ""].join("\n");

const ruff: readonly ToolCase[] = [
  {
    tool: "ruff",
    name: "findings",
    files: {
      "pyproject.toml": ini("tool.ruff.lint", 'select = ["E", "F", "ERA", "FBT", "EM", "SIM"]'),
      "a.py": text(
        "import os",
        '# print("x")',
        "",
        "",
        "def f(flag: bool):",
        "    if flag:",
        "        if f:",
        '            raise ValueError("no")',
      ),
      "-b.py": text("x = y"),
    },
    says: [
      "-b.py:1:5 F821 error",
      "a.py:1:8 F401 error, fixable",
      "a.py:2:1 ERA001 warning",
      "a.py:5:7 FBT001 warning",
      "a.py:6:5 SIM102 warning",
      "a.py:8:30 EM101 warning",
    ],
  },
  {
    tool: "ruff",
    name: "syntax",
    files: { "ruff.toml": "", "bad.py": text("x = = 1") },
    says: ["bad.py:1:5 invalid-syntax error"],
  },
  { tool: "ruff", name: "clean", files: { "ruff.toml": "", "a.py": text("x = 1") }, says: [] },
  {
    tool: "ruff",
    name: "broken",
    files: { "ruff.toml": text("nothing = 1"), "a.py": text("import os") },
    says: "broken",
  },
];

const mypyIni = ini("mypy", "pretty = True", "show_error_context = True");
const mypy: readonly ToolCase[] = [
  {
    tool: "mypy",
    name: "findings",
    files: {
      "mypy.ini": mypyIni,
      "pkg/__init__.py": "",
      "pkg/a.py": text(
        'x: int = "a"',
        "y: list[int] = []",
        "y.foo",
        "from typing import overload",
        "@overload",
        "def h(a: int) -> int: ...",
        "@overload",
        "def h(a: str) -> str: ...",
        "def h(a): return a",
        "h(1.0)",
        "reveal_type(x)",
      ),
    },
    says: [
      "pkg/a.py:10:1 call-overload error",
      "pkg/a.py:11:13 no code info",
      "pkg/a.py:1:10 assignment error",
      "pkg/a.py:3:1 attr-defined error",
    ],
  },
  {
    tool: "mypy",
    name: "syntax",
    files: { "mypy.ini": mypyIni, "bad.py": text("x = = 1") },
    says: ["bad.py:1:6 syntax error"],
  },
  {
    tool: "mypy",
    name: "clean",
    files: { "pyproject.toml": ini("tool.mypy", 'files = ["a.py"]'), "a.py": text("x = 1"), "no.py": text("x = = 1") },
    says: [],
  },
  {
    tool: "mypy",
    name: "broken",
    files: { "mypy.ini": mypyIni, "a.py": text('x: int = "a"') },
    instead: ["--no-such-option", "."],
    says: "broken",
  },
  {
    tool: "mypy",
    name: "two-of-a-name",
    files: { "mypy.ini": mypyIni, "a/m.py": text("x = 1"), "b/m.py": text("x = 1") },
    says: "broken",
  },
];

const pyright: readonly ToolCase[] = [
  {
    tool: "pyright",
    name: "findings",
    files: {
      "pyrightconfig.json": JSON.stringify({ reportUnusedImport: "warning" }),
      "a.py": text("import os", 'x: int = "a"', "y: list[int] = []", "y.foo"),
    },
    says: [
      "a.py:1:8 reportUnusedImport warning",
      "a.py:2:10 reportAssignmentType error",
      "a.py:4:3 reportAttributeAccessIssue error",
    ],
  },
  {
    tool: "pyright",
    name: "syntax",
    files: { "pyrightconfig.json": "{}", "bad.py": text("x = = 1") },
    says: ["bad.py:1:5 no code error"],
  },
  {
    tool: "pyright",
    name: "clean",
    files: { "pyrightconfig.json": JSON.stringify({ include: ["a.py"] }), "a.py": "x = 1\n", "no.py": "x = = 1\n" },
    says: [],
  },
  {
    tool: "pyright",
    name: "broken",
    files: { "pyrightconfig.json": "{", "a.py": text('x: int = "a"') },
    says: "broken",
  },
];

const pylint: readonly ToolCase[] = [
  {
    tool: "pylint",
    name: "findings",
    files: {
      ".pylintrc": ini(
        "MAIN",
        "disable=all",
        "enable=unused-import,no-member,missing-module-docstring,too-many-arguments,consider-using-in",
      ),
      "pkg/__init__.py": text('"""Package."""'),
      "pkg/a.py": text("import os", "", "", "def f(x):", "    return x == 1 or x == 2", "", "", "[].nope()"),
    },
    says: [
      "pkg/a.py:1:1 missing-module-docstring info",
      "pkg/a.py:1:1 unused-import warning",
      "pkg/a.py:5:12 consider-using-in info",
      "pkg/a.py:8:1 no-member error",
    ],
  },
  {
    tool: "pylint",
    name: "syntax",
    files: { ".pylintrc": ini("MAIN", "disable=all", "enable=E"), "bad.py": text("x = = 1") },
    says: ["bad.py:1:6 syntax-error error"],
  },
  {
    tool: "pylint",
    name: "clean",
    files: { ".pylintrc": ini("MAIN", "disable=all", "enable=E"), "a.py": text("x = 1") },
    says: [],
  },
  {
    tool: "pylint",
    name: "broken",
    files: { ".pylintrc": ini("MAIN", "disable=all"), "a.py": text("x = 1") },
    instead: ["--no-such-option", "."],
    says: "broken",
  },
  {
    tool: "pylint",
    name: "no-file",
    files: { ".pylintrc": ini("MAIN", "disable=all", "enable=F"), "a.py": text("x = 1") },
    instead: ["nope.py"],
    says: "broken",
  },
];

const flake8: readonly ToolCase[] = [
  {
    tool: "flake8",
    name: "findings",
    files: {
      "tox.ini": ini("flake8", "format = pylint", "show-source = true", "count = true", "max-complexity = 1"),
      "a.py": text("import os", "", "", "def f(x):", "    if x:", "        return 1", "y = z "),
    },
    says: [
      "a.py:1:1 F401 error",
      "a.py:4:1 C901 warning",
      "a.py:7:1 E305 warning",
      "a.py:7:5 F821 error",
      "a.py:7:6 W291 warning",
    ],
  },
  {
    tool: "flake8",
    name: "syntax",
    files: { ".flake8": ini("flake8"), "bad.py": text("x = = 1") },
    says: ["bad.py:1:6 E999 error"],
  },
  {
    tool: "flake8",
    name: "plugin",
    from: "apt",
    files: { "setup.cfg": ini("flake8"), "a.py": text("import sys", "print(sys.version[:3])") },
    says: ["a.py:2:7 YTT101 warning"],
  },
  { tool: "flake8", name: "clean", files: { ".flake8": ini("flake8"), "a.py": text("x = 1") }, says: [] },
  {
    tool: "flake8",
    name: "broken",
    files: { ".flake8": ini("flake8", "max-line-length = long"), "a.py": text("x = 1") },
    says: "broken",
  },
];

const bandit: readonly ToolCase[] = [
  {
    tool: "bandit",
    name: "findings",
    files: {
      ".bandit": ini("bandit", "skips: B404"),
      "a.py": text(
        "import subprocess",
        "assert True",
        'subprocess.call("ls " + str(subprocess), shell=True)',
        "x = eval('1')",
      ),
      "bad.py": text("x = = 1"),
    },
    hasColumns: false,
    says: ["a.py:2:? B101 info", "a.py:3:? B602 error", "a.py:4:? B307 warning", "bad.py:?:? no code error"],
  },
  {
    tool: "bandit",
    name: "clean",
    files: { "bandit.yaml": text("skips: ['B101']"), "a.py": text("assert True") },
    says: [],
  },
  {
    tool: "bandit",
    name: "broken",
    files: { "bandit.yaml": text("skips: ['B101"), "a.py": text("assert True") },
    says: "broken",
  },
];

const pytestIni = ini("pytest", "junit_family = xunit2", "addopts = -q");
const pytest: readonly ToolCase[] = [
  {
    tool: "pytest",
    name: "failed",
    files: {
      "pytest.ini": pytestIni,
      "tests/test_a.py": text(
        "import pytest",
        "def test_ok(): assert 1",
        "def test_bad():",
        '    assert object() is None, "no\\nway"',
        "class TestX:",
        '    @pytest.mark.parametrize("a", [1, 2])',
        "    def test_m(self, a): assert a == 1",
        "@pytest.fixture",
        'def boom(): raise ValueError("x")',
        "def test_err(boom): pass",
        "@pytest.mark.skip",
        "def test_s(): assert 0",
        "@pytest.mark.xfail",
        "def test_x(): assert 0",
      ),
    },
    says: [
      "tests/test_a.py:10:? test-failed error",
      "tests/test_a.py:3:? test-failed error",
      "tests/test_a.py:6:? test-failed error",
    ],
  },
  {
    tool: "pytest",
    name: "not-imported",
    files: { "pytest.ini": pytestIni, "sub/test_c.py": text("import no_such_module") },
    says: ["sub/test_c.py:?:? suite-failed error"],
  },
  {
    tool: "pytest",
    name: "passed",
    files: { "pytest.ini": pytestIni, "test_a.py": text("def test_ok(): pass") },
    says: [],
  },
  { tool: "pytest", name: "no-tests", files: { "pytest.ini": pytestIni, "a.py": text("x = 1") }, says: [] },
  {
    tool: "pytest",
    name: "broken",
    files: { "pytest.ini": pytestIni, "test_a.py": text("def test_bad(): assert 0") },
    instead: ["--no-such-option"],
    says: "broken",
  },
  {
    tool: "pytest",
    name: "no-file",
    files: { "pytest.ini": pytestIni, "test_a.py": text("def test_bad(): assert 0") },
    instead: ["nope.py"],
    says: "broken",
  },
  {
    tool: "pytest",
    name: "fell-over",
    files: {
      "pytest.ini": pytestIni,
      "test_a.py": text("def test_ok(): pass"),
      "conftest.py": text("def pytest_collection_modifyitems(): 1 / 0"),
    },
    says: "broken",
  },
];

export const pythonCases: readonly ToolCase[] = [
  ...ruff,
  ...mypy,
  ...pyright,
  ...pylint,
  ...flake8,
  ...bandit,
  ...pytest,
];
