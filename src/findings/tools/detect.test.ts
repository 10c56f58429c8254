import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { viewOf } from "../../../test/kit/real-tools.ts";
import { otherTools, pythonTools, toolNamed } from "../catalog.ts";
import { iniSections, tomlSections } from "./config/wanted.ts";

const tools = [...pythonTools, ...otherTools];
const detected = (name: string, files: Readonly<Record<string, string>>): unknown =>
  toolNamed(name)?.detect(viewOf(files)) ?? null;
const pyproject = (text: string): Readonly<Record<string, string>> => ({ "pyproject.toml": text });

describe("a project's configuration", () => {
  it.each([
    ["ruff", pyproject("[tool.ruff]\n"), { config: "pyproject.toml", because: "[tool.ruff] of pyproject.toml" }],
    ["ruff", pyproject("[tool.ruff.lint]\n"), { config: "pyproject.toml" }],
    ["ruff", { ...pyproject("[tool.ruff]\n"), "ruff.toml": "" }, { config: "ruff.toml", because: "ruff.toml" }],
    ["ruff", { "ruff.toml": "", ".ruff.toml": "" }, { config: ".ruff.toml" }],
    [
      "ruff",
      pyproject('[project.optional-dependencies]\ndev = ["pytest", "ruff>=0.4"]\n'),
      { config: null, because: "ruff is required by pyproject.toml" },
    ],
    ["ruff", { "requirements-dev.txt": "# tools\nruff==0.4\n" }, { config: null }],
    [
      "ruff",
      { ".pre-commit-config.yaml": "repos:\n- hooks:\n  - id: ruff\n" },
      { config: null, because: "the hook ruff of .pre-commit-config.yaml" },
    ],
    ["mypy", { "mypy.ini": "", "setup.cfg": "[mypy]\n" }, { config: "mypy.ini" }],
    [
      "mypy",
      { ...pyproject("[tool.black]\n"), "setup.cfg": "[mypy]\n" },
      { config: "setup.cfg", because: "[mypy] of setup.cfg" },
    ],
    ["mypy", pyproject('[tool.mypy]\nfiles = ["src"]\n'), { everything: [] }],
    ["mypy", { "setup.cfg": "[mypy]\npackages = x\n" }, { everything: [] }],
    [
      "mypy",
      pyproject('[tool.mypy]\nstrict = true\n[tool.x]\nfiles = ["src"]\n'),
      { config: "pyproject.toml", because: "[tool.mypy] of pyproject.toml" },
    ],
    ["pyright", { "pyrightconfig.json": "{}", ...pyproject("[tool.pyright]\n") }, { config: "pyrightconfig.json" }],
    ["pylint", { "setup.cfg": "[pylint.messages control]\n" }, { config: "setup.cfg" }],
    ["pylint", { ".pylintrc": "", pylintrc: "" }, { config: "pylintrc" }],
    ["flake8", { ".flake8": "[flake8]\n", "tox.ini": "[flake8]\n" }, { config: "tox.ini" }],
    ["flake8", { ".flake8": "[flake8]\n", "tox.ini": "[tox]\n" }, { config: ".flake8" }],
    ["bandit", pyproject("[tool.bandit]\n"), { args: ["--configfile", "pyproject.toml"] }],
    ["bandit", { ".bandit": "[bandit]\ntargets: src\n" }, { args: ["--ini", ".bandit"], everything: ["-r"] }],
    ["pytest", { "setup.cfg": "[tool:pytest]\n", "tox.ini": "[pytest]\n" }, { config: "tox.ini" }],
    ["pytest", pyproject("[tool.pytest.ini_options]\n"), { config: "pyproject.toml" }],
    ["pytest", { "tests/conftest.py": "" }, { config: null, because: "tests/conftest.py" }],
    ["pytest", { "test/unit/conftest.py": "" }, { config: null, because: "test/unit/conftest.py" }],
    ["shellcheck", { ".shellcheckrc": "", "a.sh": "" }, { config: ".shellcheckrc", everything: ["a.sh"] }],
    ["golangci-lint", { ".golangci.yml": "linters: {}\n" }, { args: ["--out-format=json"] }],
    ["golangci-lint", { ".golangci.yaml": 'version: "2"\n' }, { args: ["--output.json.path=stdout"] }],
    ["golangci-lint", { ".golangci.json": '{"version": "2"}' }, { args: ["--output.json.path=stdout"] }],
    ["go-vet", { "go.mod": "module x\n" }, { config: null, because: "go.mod" }],
    ["clippy", { "Cargo.toml": "", "clippy.toml": "" }, { config: "clippy.toml", because: "clippy.toml" }],
  ])("is why %s is run (%#)", (name, files, detection) => {
    expect(detected(name, files)).toMatchObject(detection);
  });

  it.each([
    ["ruff", pyproject('[project]\ndescription = """\n[tool.ruff]\n"""\ndependencies = ["ruff-lsp", "my-ruff"]\n')],
    ["ruff", pyproject("# [tool.ruff]\n[tool.ruffle]\n")],
    ["ruff", { "sub/ruff.toml": "", ".pre-commit-config.yaml": "- id: ruff-format\n# - id: ruff\n" }],
    ["mypy", { "setup.cfg": "[mypy-requests.*]\n", "requirements.txt": "mypy-extensions\n" }],
    ["flake8", { "setup.cfg": "[metadata]\nname = flake8\n" }],
    ["pytest", { "test_a.py": "", "tox.ini": "[tox]\n" }],
    [
      "pytest",
      { "api/pytest.ini": "", "api/conftest.py": "", "api/tests/conftest.py": "", "tests/my_conftest.py": "" },
    ],
    ["shellcheck", { "a.sh": "" }],
    ["shellcheck", { ".shellcheckrc": "" }],
    ["golangci-lint", { "go.mod": "" }],
  ])("is no reason to run %s when it does not mention it (%#)", (name, files) => {
    expect(detected(name, files)).toBeNull();
  });

  it("is empty: no tool is run", () => {
    expect(
      tools.filter((tool) => tool.detect(viewOf({ "README.md": "", "a.py": "", "a.go": "", "a.rs": "" })) !== null),
    ).toEqual([]);
  });
});

it("the tables and keys of TOML are found however they are written", () => {
  const text =
    'tool.a.x = 1\n[ tool . "b" ] # c\ny=2\r\n[[tool.c]]\n[tool]\nd = { z = 1 }\n"e"."f.g" = 1\nlist = [\n  "[tool.no]",\n]\n';
  const sections = tomlSections(text);
  expect([...sections.keys()]).toEqual(["tool.a", "tool.b", "tool.c", "tool", "tool.d", "tool.e"]);
  expect([...(sections.get("tool.b") ?? [])]).toEqual(["y"]);
  expect([...iniSections("[a]\nKey: 1\n  not = 2\n[b c]\nx=1\n")]).toEqual([
    ["a", new Set(["key"])],
    ["b c", new Set(["x"])],
  ]);
});

describe("a comment that silences", () => {
  it.each([
    ["ruff", ["x = 1  # noqa: F401", "#NOQA", "# ruff: noqa", "# ruff: disable[F401]"], ["# nobody", "quanoqa = 1"]],
    [
      "mypy",
      ["x()  # type: ignore[misc]", "#type:ignore", "# mypy: ignore-errors", "@typing.no_type_check"],
      ["# type: int", "# types: ignored"],
    ],
    ["pyright", ["# pyright: ignore[reportX]", "# pyright: basic", "# type: ignore"], ["# use pyright"]],
    ["pylint", ["# pylint: disable=x", "# pylint:disable-next=x", "# pylint: skip-file"], ["# pylint: enable=x"]],
    ["flake8", ["# noqa", "# flake8: noqa", "# noqa:E501"], ["# noqaed"]],
    ["bandit", ["x()  # nosec", "# NOSEC B602"], ["# nosecond"]],
    [
      "pytest",
      ["@pytest.mark.skip", "@pytest.mark.xfail(strict=True)", 'pytest.skip("x")', '@unittest.skipIf(x, "y")', "@skip"],
      ["skipped = 1", "@pytest.mark.slow"],
    ],
    ["shellcheck", ["# shellcheck disable=SC2086", "#shellcheck shell=sh disable=SC1"], ["# shellcheck shell=bash"]],
    [
      "golangci-lint",
      ["x() //nolint", "x() // nolint:errcheck", "// #nosec G104", "//lint:ignore SA1 x"],
      ["// nolinter"],
    ],
    ["go-vet", ["//go:build ignore", "// +build ignore"], ["//go:build linux"]],
    [
      "clippy",
      ["#[allow(dead_code)]", "#![ allow (x)]", "#[expect(x)]", "#[cfg_attr(x, allow(y))]"],
      ["#[derive(Debug)]", "allow(x)"],
    ],
  ])("%s is known, and nothing else is taken for one", (name, silent, loud) => {
    const patterns = (toolNamed(name)?.silencers ?? []).map((pattern) => RE2JS.compile(pattern));
    const isSilent = (line: string): boolean => patterns.some((pattern) => pattern.matcher(line).find());
    expect(silent.filter((line) => !isSilent(line))).toEqual([]);
    expect(loud.filter(isSilent)).toEqual([]);
  });
});

it("a rule's page is an address, and no code can lead elsewhere", () => {
  const codes = [
    "F401",
    "SIM102",
    "assignment",
    "reportX",
    "unused-import",
    "B101",
    "SC2086",
    "errcheck",
    "printf",
    "clippy::all",
    "E0308",
  ];
  for (const { name, ruleUrl } of tools) {
    for (const code of ["../x", "a b", "", "x\ny", "javascript:", "<b>"])
      expect([name, ruleUrl?.(code) ?? null]).toEqual([name, null]);
    if (name === "pytest") continue;
    expect(codes.map((code) => ruleUrl?.(code) ?? "").find((url) => url !== "")).toMatch(/^https:\/\/[\w./?#=-]+$/);
  }
});
