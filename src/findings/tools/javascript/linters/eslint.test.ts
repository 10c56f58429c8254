import { expect, it } from "vitest";
import { brief, toolProject } from "../../../../../test/kit/tool-project.ts";
import { eslint } from "./eslint.ts";
import { oneOf } from "../../../../../test/kit/long.ts";

const config =
  'console.log("loaded");\nexport default [{ ignores: ["left/**"] }, { linterOptions: { reportUnusedDisableDirectives: "error" }, rules: { "no-var": "error", eqeqeq: "warn", "prefer-const": "error" } }];\n';

it("findings have their places, codes and whether they can be fixed; what can't be parsed is one of them", () => {
  const project = toolProject(eslint, {
    "eslint.config.mjs": config,
    "src/a b.js": "var x = 1;\nif (x == 2) alert(x);\n",
    "-h.js": "let y = 1;\n",
    "src/[id].js": "var z;\n",
    "src/broken.js": "let = = 3;\n",
    "src/clean.js": "export default 1;\n",
    "src/silent.js": "// eslint-disable-next-line no-var\nexport default 2;\n",
    "left/out.js": "var a;\n",
    "README.md": "# Readme\n",
  });
  expect(brief(project.findings())).toEqual([
    "-h.js:1:5 prefer-const error fixable",
    "src/[id].js:1:1 no-var error fixable",
    "src/a b.js:1:1 no-var error fixable",
    "src/a b.js:2:7 eqeqeq warning",
    "src/broken.js:1:1 parse-error error",
    "src/silent.js:1:1 - error fixable",
  ]);
  expect(
    project
      .findings("-h.js", "left/out.js", "src/[id].js", "gone.js", "README.md")
      .map(({ file, message }) => [file, message]),
  ).toEqual([
    ["-h.js", "'y' is never reassigned. Use 'const' instead."],
    ["src/[id].js", "Unexpected var, use let or const instead."],
  ]);
  project.fix("-h.js", "src/a b.js");
  expect(project.read("-h.js")).toBe("const y = 1;\n");
  expect(brief(project.findings("-h.js", "src/a b.js"))).toEqual(["src/a b.js:2:7 eqeqeq warning"]);
});

it("a project with nothing to find has no findings", () => {
  const project = toolProject(eslint, { "eslint.config.mjs": config, "src/clean.js": "export default 1;\n" });
  expect(project.findings()).toEqual([]);
});

it("a finding that was suppressed and is gone does not break the run", () => {
  const project = toolProject(eslint, {
    "eslint.config.mjs": config,
    "eslint-suppressions.json": '{"a.js":{"no-var":{"count":1}}}',
    "a.js": "let a;\nif (a == 1) a = 2;\n",
  });
  expect(brief(project.findings())).toEqual(["a.js:2:7 eqeqeq warning"]);
});

it.each(
  oneOf(2, [
    [
      "no configuration",
      {},
      "it exited with 2 and left no whole report: ESLint couldn't find an eslint.config.* file.",
    ],
    [
      "a plugin that is not there",
      { "eslint.config.mjs": 'export default [{ rules: { "nope/x": 2 } }];' },
      'could not find plugin "nope"',
    ],
    [
      "a configuration that is no script",
      { "eslint.config.mjs": "export default [{" },
      "SyntaxError: Unexpected end of input",
    ],
  ] as const),
)("%s breaks the run", (_what, files, why) => {
  expect(toolProject(eslint, { "a.js": "let a;\n", ...files }).trouble()).toContain(why);
});
