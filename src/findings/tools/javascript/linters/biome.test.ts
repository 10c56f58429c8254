import { expect, it } from "vitest";
import { brief, toolProject } from "../../../../../test/kit/tool-project.ts";
import { biome } from "./biome.ts";

it("findings have their places, codes and whether they can be fixed; what can't be parsed is one of them", () => {
  const project = toolProject(biome, {
    "biome.json": '{ "files": { "includes": ["**", "!left", "!**/biome.json"] } }\n',
    "src/a b.js": 'import b from "b";\nimport a from "a";\nlet x = "é"; debugger;\nexport default a + b + x;\n',
    "-h.js": "let y = 1;\n\nexport default y;\n",
    "src/broken.js": "let = = 3;\n",
    "src/[id].json": "{}\n",
    "left/out.js": "debugger;\n",
    "x.png": "no script",
  });
  expect(brief(project.findings())).toEqual([
    "-h.js:1:1 lint/style/useConst warning fixable",
    "src/a b.js:-:- format error fixable",
    "src/a b.js:1:1 assist/source/organizeImports error fixable",
    "src/a b.js:3:1 lint/style/useConst warning fixable",
    "src/a b.js:3:14 lint/suspicious/noDebugger error",
    "src/broken.js:1:1 parse error",
    "src/broken.js:1:7 parse error",
  ]);
  expect(project.findings("src/[id].json", "left/out.js", "x.png")).toEqual([]);
  project.fix("-h.js", "src/a b.js");
  expect(project.read("-h.js")).toBe("const y = 1;\n\nexport default y;\n");
  expect(brief(project.findings("-h.js", "src/a b.js"))).toEqual(["src/a b.js:5:1 lint/suspicious/noDebugger error"]);
});

it.each([
  [
    ["format", "lint/style/useTemplate"],
    'import b from "b";\nimport a from "a";\nconst x = 1\nexport default a +b + x\n',
  ],
  [
    ["assist/source/organizeImports", "lint/style/useConst"],
    'import b from "b";\nimport a from "a";\nlet x = 1;\nexport default a + b + x;\n',
  ],
  [["lint/style/useConst", "format"], null],
  [["lint/style/useTemplate --unsafe"], null],
])("of what it can fix some rules are left alone: %j", (rules, after) => {
  const before = 'import b from "b";\nimport a from "a";\nlet x = 1\nexport default a +b + x\n';
  // By an override, which the command line can't turn off.
  const config = '{ "overrides": [{ "includes": ["**/*.js"], "formatter": { "enabled": true } }] }\n';
  const project = toolProject(biome, { "biome.json": config, "a.js": before });
  project.fixWithout(rules, "2.0.0", "a.js");
  expect(project.read("a.js")).toBe(after ?? before);
});

it("it is said what is then fixed", () => {
  const fixed = (rules: readonly string[]): unknown =>
    ["lint/style/useConst", "lint/style/useTemplate", "format", "assist/source/organizeImports"].filter((rule) =>
      biome.fixWithout?.(rules, "2.5.0")?.fixes(rule),
    );
  expect([fixed(["lint/style/useTemplate"]), fixed(["format"])]).toEqual([
    ["lint/style/useConst", "format"],
    ["lint/style/useConst", "lint/style/useTemplate"],
  ]);
  expect([biome.fixWithout?.(["format"], "1.9.4"), biome.fixWithout?.(["format"], null)]).toEqual([null, null]);
});

it("more findings than it usually prints are all read", () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${String(index)}.js`, "debugger;\n"]));
  expect(toolProject(biome, files).findings()).toHaveLength(30);
});

it.each([
  ["a key that it does not know", { "biome.json": '{"linter":{"nope":1}}' }, [], "Found an unknown key `nope`."],
  [
    "a configuration that is no JSON",
    { "biome.json": '{"linter": ' },
    [],
    "Expected an array, an object, or a literal",
  ],
  ["a plugin that is not there", { "biome.json": '{"plugins":["./no.grit"]}' }, ["a.js"], "no.grit"],
  ["a file that is not there", {}, ["gone.js"], "it could not look at"],
])("%s breaks the run", (...[, files, named, why]) => {
  expect(toolProject(biome, { "a.js": "debugger;\n", ...files }).trouble(...named)).toContain(why);
});
