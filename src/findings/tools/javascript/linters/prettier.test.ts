import { expect, it } from "vitest";
import { brief, toolProject } from "../../../../../test/kit/tool-project.ts";
import { prettier } from "./prettier.ts";

it("a file that is not formatted is one finding; one that can't be parsed is another, with its place", () => {
  const project = toolProject(prettier, {
    ".prettierrc": "{}\n",
    ".prettierignore": "left/\n",
    "src/a b.js": "let  a=1",
    "-h.js": "let a=1",
    "src/[id].css": "a{}",
    "src/broken.js": "let a;\nlet = = 3;\n",
    "broken: SyntaxError.yaml": "a: b: c\n",
    "src/clean.js": "let a = 1;\n",
    "left/out.js": "let  a=1",
    "x.unknown": "let  a=1",
  });
  expect(brief(project.findings())).toEqual([
    "-h.js:-:- format warning fixable",
    "broken: SyntaxError.yaml:1:4 parse-error error",
    "src/[id].css:-:- format warning fixable",
    "src/a b.js:-:- format warning fixable",
    "src/broken.js:2:7 parse-error error",
  ]);
  expect(project.findings("src/broken.js").map(({ message }) => message)).toEqual(["Unexpected token"]);
  project.fix("-h.js", "src/a b.js", "src/[id].css", "src/broken.js");
  expect(project.read("-h.js")).toBe("let a = 1;\n");
  expect(project.findings("-h.js", "src/a b.js", "src/[id].css", "left/out.js", "x.unknown", "gone.js")).toEqual([]);
});

it.each([
  ["a wrong option", '{"semi": "x"}', "it exited with 1: [error] Invalid semi value."],
  ["a configuration that is no YAML", '{"semi": ', "Invalid configuration for file"],
  ["a plugin that is not there", '{"plugins": ["nope"]}', "Cannot find package 'nope'"],
])("%s breaks the run", (_what, text, why) => {
  expect(toolProject(prettier, { "a.js": "let  a=1", ".prettierrc": text }).trouble()).toContain(why);
});
