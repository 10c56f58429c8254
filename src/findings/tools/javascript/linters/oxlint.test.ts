import { expect, it } from "vitest";
import { brief, toolProject } from "../../../../../test/kit/tool-project.ts";
import { oxlint } from "./oxlint.ts";

const rules = '{ "rules": { "no-debugger": "error", "no-useless-escape": "warn" }, "ignorePatterns": ["left/**"] }';

it("findings have their places and codes; what can't be parsed is one of them", () => {
  const project = toolProject(oxlint, {
    ".oxlintrc.json": rules,
    "src/a b.js": "debugger;\nif (x == NaN) alert();\n",
    "-h.js": "export default '\\a';\n",
    "src/[id].js": "debugger;\n",
    "src/broken.js": "let = = 3;\n",
    "left/out.js": "debugger;\n",
  });
  expect(brief(project.findings())).toEqual([
    "-h.js:1:17 eslint(no-useless-escape) warning",
    "src/[id].js:1:1 eslint(no-debugger) error",
    "src/a b.js:1:1 eslint(no-debugger) error",
    "src/a b.js:2:10 eslint(use-isnan) warning",
    "src/broken.js:1:7 parse-error error",
  ]);
  expect(project.findings("src/[id].js", "left/out.js").map(({ file, message }) => [file, message])).toEqual([
    ["src/[id].js", "`debugger` statement is not allowed"],
  ]);
  expect(project.findings("left/out.js")).toEqual([]);
  project.fix("-h.js");
  expect(project.read("-h.js")).toBe("export default 'a';\n");
});

it("a report is found behind what a plugin of the project's own prints", () => {
  const project = toolProject(oxlint, {
    ".oxlintrc.json": '{ "jsPlugins": ["./own.mjs"], "rules": { "own/rule": "error" } }',
    "own.mjs":
      'console.log("{ loud }"); export default { meta: { name: "own" }, rules: { rule: { create: () => ({}) } } };',
    "a.js": "debugger;\n",
  });
  expect(brief(project.findings("a.js"))).toEqual(["a.js:1:1 eslint(no-debugger) warning"]);
});

it.each([
  ["a plugin that is not there", '{"rules":{"nope/x":"error"}}', "Plugin 'nope' not found"],
  ["a configuration that is no JSON", '{"rules": ', "Failed to parse oxlint config"],
])("%s breaks the run", (_what, text, why) => {
  expect(toolProject(oxlint, { "a.js": "debugger;\n", ".oxlintrc.json": text }).trouble()).toContain(why);
});
