import { describe, expect, it, test } from "vitest";
import { viewOf } from "../../../test/kit/real-tools.ts";
import { isOwn, projectsBelow, topmost } from "./projects.ts";

const foldersOf = (files: readonly string[], exclude: readonly string[] = []): readonly string[] =>
  projectsBelow(viewOf(Object.fromEntries(files.map((file) => [file, ""]))), exclude).projects.map(
    ({ folder }) => folder,
  );

describe("projects below the top", () => {
  it("are folders in which something may be configured, the nearest first, then by name", () => {
    expect(
      foldersOf([
        "package.json",
        "web/app/tsconfig.json",
        "web/package.json",
        "api/ruff.toml",
        "api/src/a.py",
        "docs/a.md",
        "lib/.config/stylelintrc.json",
      ]),
    ).toEqual(["api", "lib", "web", "web/app"]);
  });

  test.each([
    ["what others brought", ["a/node_modules/b/package.json", "vendor/c/package.json", "x/third_party/y/setup.cfg"]],
    ["what was built", ["web/dist/package.json", "build/tsconfig.json"]],
    ["what tests are about", ["test/fixtures/a/package.json", "src/__fixtures__/tsconfig.json", "go/testdata/go.mod"]],
    ["hidden folders", [".github/workflow.yaml", "a/.storybook/tsconfig.json"]],
    [
      "names that can't stand in a line, or would be filled in",
      ["a\nb/package.json", "{{x}}/package.json", "{%x/package.json"],
    ],
  ])("are not: %s", (_, files) => {
    expect(foldersOf(files)).toEqual([]);
  });

  it("are not those that are excluded", () => {
    const files = ["web/package.json", "examples/a/package.json", "examples/b/package.json"];
    expect(foldersOf(files, ["examples/"])).toEqual(["web"]);
    expect(foldersOf(files, ["*.js", "/web/src"])).toEqual(["web", "examples/a", "examples/b"]);
  });

  it("are looked at as if they were all there is", () => {
    const [web] = projectsBelow(
      viewOf({ "package.json": "top", "web/package.json": "web", "web/src/a.js": "", "webs/b.js": "" }),
    ).projects;
    expect([
      web?.view.files,
      web?.view.read("package.json"),
      web?.view.has("../package.json"),
      web?.view.read("src/b.js"),
    ]).toEqual([["package.json", "src/a.js"], "web", false, null]);
  });

  it("are two thousand at the most; how many more there are is told", () => {
    const files = Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`p${String(at)}/package.json`, ""]));
    expect(projectsBelow(viewOf(files))).toMatchObject({ projects: { length: 2_000 }, beyond: 100 });
  });

  it.each([
    [["svc/tests/conftest.py"], ["svc"]],
    [["svc/test/unit/conftest.py", "svc/tests/tests/conftest.py"], ["svc"]],
    [["svc/setup.py"], ["svc"]],
    [["svc/checks/conftest.py"], ["svc/checks"]],
    [["tests/conftest.py", "test/a/conftest.py"], []],
    [["svc/tests/pytest.ini"], ["svc/tests"]],
  ])("are where the code lies that tests are of: %j", (files, folders) => {
    expect(foldersOf(files)).toEqual(folders);
  });
});

it("a file found in a folder applies to the folders below it", () => {
  const { projects } = projectsBelow(
    viewOf({ "a/x.toml": "", "a/b/x.toml": "", "ab/x.toml": "", "c/y.toml": "", "c/d/x.toml": "" }),
  );
  const found = topmost(projects, ({ view }) => (view.has("x.toml") ? "x" : null));
  expect(found.map(({ project, what }) => [project.folder, what])).toEqual([
    ["a", "x"],
    ["ab", "x"],
    ["c/d", "x"],
  ]);
});

it("a mere sign gives way to what is said below it, and holds where nothing is", () => {
  const files = [
    "a/sign.toml",
    "a/b/x.toml",
    "a/b/c/sign.toml",
    "a/d/sign.toml",
    "e/sign.toml",
    "e/f/sign.toml",
    "g/x.toml",
    "g/h/sign.toml",
  ];
  const { projects } = projectsBelow(viewOf(Object.fromEntries(files.map((file) => [file, ""]))));
  const look = ({ view }: (typeof projects)[number]): string | null =>
    ["x", "sign"].find((name) => view.has(`${name}.toml`)) ?? null;
  const found = topmost(projects, look, (what) => what === "x");
  expect(found.map(({ project, what }) => `${what} in ${project.folder}`)).toEqual([
    "sign in e",
    "x in g",
    "x in a/b",
    "sign in a/d",
  ]);
});

test.each(["", "a//b", "/a", "..", "a/../b", ".", "a\nb", "a\u202eb"])("%j is not a project's own folder", (folder) => {
  expect(isOwn(folder)).toBe(false);
});
