import { expect, it, test } from "vitest";
import type { ProjectView } from "../../../findings/tool.ts";
import { choosePython } from "../choose.ts";
import { importsOf } from "./graph.ts";

const viewOf = (files: Readonly<Record<string, string>>): ProjectView => ({
  files: Object.keys(files),
  has: (path) => Object.hasOwn(files, path),
  read: (path) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null),
});
const chosen = (files: Readonly<Record<string, string>>, ...changed: readonly string[]): readonly string[] | string => {
  const choice = choosePython(changed, viewOf(files));
  return choice.kind === "some" ? choice.args : choice.kind;
};

test.each([
  ["import a", ["a"]],
  ["import a.b as c, d", ["a.b", "d"]],
  ["from a import b", ["a", "a.b"]],
  ["from a.b import (\n  c as x, # not this, d\n  e,\n)", ["a.b", "a.b.c", "a.b.e"]],
  ["from a import b, \\\n  c", ["a", "a.b", "a.c"]],
  ["from . import x", [".", ".x"]],
  ["from ..p.q import x", ["..p.q", "..p.q.x"]],
  ["from .m import *", [".m"]],
  ["def f():\n    import late\n", ["late"]],
  ["try: import fast; import faster\nexcept: pass", ["fast", "faster"]],
  ['m = importlib.import_module("a.b")', ["a.b"]],
  ["important = 1\nx = from_here\nimported.x", []],
  ["import größe", ["größe"]],
  ["import a\r\nfrom b import c\r\n", ["a", "b", "b.c"]],
])("%j imports %j", (text, names) => {
  expect([...importsOf(text).names].sort()).toEqual([...names].sort());
});

test.each([
  ["import_module(name)", true],
  ["__import__(x + y)", true],
  ["from importlib import import_module", false],
])("%s: imports what its text does not name: %s", (text, isDynamic) => {
  expect(importsOf(text).isDynamic).toBe(isDynamic);
});

it("a text that is made to look like imports takes no longer for it", () => {
  expect(importsOf("from x import (\n".repeat(60_000)).isDynamic).toBe(true);
  expect(importsOf(`${" ".repeat(900_000)}import`).names).toEqual([]);
});

const project = {
  "pyproject.toml": "[tool.pytest.ini_options]\n",
  "src/shop/__init__.py": "",
  "src/shop/money.py": "",
  "src/shop/cart.py": "from .money import Amount\n",
  "src/shop/mail/__init__.py": "from . import smtp\n",
  "src/shop/mail/smtp.py": "",
  "src/shop/lonely.py": "",
  "tests/helpers.py": "from shop import money\n",
  "tests/test_cart.py": "from shop.cart import Cart\n",
  "tests/test_helped.py": "import helpers\n",
  "tests/test_mail.py": "from shop import mail\n",
  "tests/test_alone.py": "import os\n",
  "tests/-odd_test.py": "import shop.lonely\n",
};

test.each([
  ["through other modules", ["src/shop/money.py"], ["tests/test_cart.py", "tests/test_helped.py"]],
  ["through a package and a relative import", ["src/shop/mail/smtp.py"], ["tests/test_mail.py"]],
  [
    "through the package that a module lies in",
    ["src/shop/__init__.py"],
    ["tests/test_cart.py", "tests/test_helped.py", "tests/test_mail.py", "tests/-odd_test.py"],
  ],
  ["itself", ["tests/test_alone.py"], ["tests/test_alone.py"]],
  ["that imports a module which is gone", ["src/shop/cart.py", "src/shop/gone.py"], ["tests/test_cart.py"]],
])("a test is chosen that reaches what changed %s", (_, changed, tests) => {
  expect(chosen(project, ...changed)).toEqual(tests);
});

it("a module that was removed affects the files that still import it", () => {
  expect(chosen({ "test_a.py": "import gone\n", "test_b.py": "" }, "gone.py")).toEqual(["test_a.py"]);
});

it("a test whose name would be an option is named by its path", () => {
  expect(chosen({ "-a_test.py": "import m\n", "m.py": "" }, "m.py")).toEqual(["./-a_test.py"]);
});

it("no test is chosen when none reaches what changed", () => {
  expect(chosen({ ...project, "tests/-odd_test.py": "" }, "src/shop/lonely.py")).toBe("none");
});

it("modules of the same name are told apart by relative imports, and all taken for absolute ones", () => {
  const files = {
    "a/__init__.py": "",
    "a/models.py": "",
    "a/test_a.py": "from . import models\n",
    "b/__init__.py": "",
    "b/models.py": "",
    "b/test_b.py": "from .models import x\n",
  };
  expect(chosen(files, "a/models.py")).toEqual(["a/test_a.py"]);
  expect(chosen({ ...files, "test_c.py": "import models\n" }, "b/models.py")).toEqual(["b/test_b.py", "test_c.py"]);
});

it("a module that a folder's conftest.py imports affects the tests of that folder", () => {
  const files = { "plug.py": "", "x/conftest.py": "import plug\n", "x/deep/test_a.py": "", "test_b.py": "" };
  expect(chosen(files, "plug.py")).toEqual(["x/deep/test_a.py"]);
});

it("tests whose imports can't be told are always chosen: they import by a name that is computed, or run programs", () => {
  const files = {
    "a.py": "",
    "load.py": "import_module(name)\n",
    "test_load.py": "import load\n",
    "test_run.py": "import subprocess\n",
    "test_b.py": "",
  };
  expect(chosen(files, "a.py")).toEqual(["test_load.py", "test_run.py"]);
});

test.each([
  ["conftest.py", {}, "tests/conftest.py"],
  ["a file that is no Python", {}, "tests/data.json"],
  ["setup.py", {}, "setup.py"],
  [
    "a project that says itself which files have tests",
    { "pytest.ini": "[pytest]\npython_files = check_*.py\n" },
    "src/shop/money.py",
  ],
  [
    "a project with tests in documentation",
    { "tox.ini": "[pytest]\naddopts = --doctest-modules\n" },
    "src/shop/money.py",
  ],
  ["a project whose testpaths are patterns", { "pytest.ini": "[pytest]\ntestpaths = */tests\n" }, "src/shop/money.py"],
])("all tests are run for %s", (_, more, changed) => {
  expect(chosen({ ...project, ...more }, changed)).toBe("full");
});

test.each([
  ["pytest.ini", "[pytest]\ntestpaths = one two/\n"],
  ["pytest.ini", "[pytest]\ntestpaths =\n    one # the first\n    ./two\naddopts = -q\n"],
  ["pyproject.toml", '[tool.pytest.ini_options]\ntestpaths = ["one", "two"]\n'],
  ["pyproject.toml", "[tool.pytest.ini_options]\ntestpaths = [\n  'one',\n  'two',\n]\n"],
])("tests lie where %s says", (config, text) => {
  const files = {
    [config]: text,
    "m.py": "",
    "one/test_a.py": "import m\n",
    "two/test_b.py": "import m\n",
    "three/test_c.py": "import m\n",
    "build/one/test_d.py": "import m\n",
  };
  expect(chosen(files, "m.py")).toEqual(["one/test_a.py", "two/test_b.py"]);
});
