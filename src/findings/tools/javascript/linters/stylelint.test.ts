import { expect, it } from "vitest";
import { brief, toolProject } from "../../../../../test/kit/tool-project.ts";
import { stylelint } from "./stylelint.ts";
import { oneOf } from "../../../../../test/kit/long.ts";

const config =
  '{ "rules": { "color-hex-length": "long", "property-no-unknown": [true, { "severity": "warning" }] }, "ignoreFiles": ["left/**"] }';

it("findings have their places, codes and whether they can be fixed; what can't be parsed is one of them", () => {
  const project = toolProject(stylelint, {
    ".stylelintrc.json": config,
    "src/a b.css": "a {\n  colr: #fff;\n}\n",
    "-h.css": "a { color: #fff; }\n",
    "src/[id].css": "a { color: #abc; }\n",
    "src/broken.css": "a { color: ",
    "src/clean.css": "a { color: red; }\n",
    "left/out.css": "a { color: #fff; }\n",
    "notes.txt": "a { color: #fff; }\n",
  });
  expect(brief(project.findings())).toEqual([
    "-h.css:1:12 color-hex-length error fixable",
    "src/[id].css:1:12 color-hex-length error fixable",
    "src/a b.css:2:3 property-no-unknown warning",
    "src/a b.css:2:9 color-hex-length error fixable",
    "src/broken.css:1:1 parse-error error",
  ]);
  expect(project.findings("-h.css", "left/out.css").map(({ file, message }) => [file, message])).toEqual([
    ["-h.css", 'Expected "#fff" to be "#ffffff"'],
  ]);
  project.fix("-h.css", "src/a b.css", "src/[id].css");
  expect(project.read("src/[id].css")).toBe("a { color: #aabbcc; }\n");
  expect(brief(project.findings("-h.css", "src/a b.css", "src/[id].css"))).toEqual([
    "src/a b.css:2:3 property-no-unknown warning",
  ]);
  expect(project.findings("gone.css")).toEqual([]);
});

it.each(
  oneOf(2, [
    [
      "no configuration",
      null,
      "it exited with 78 and left no whole report: ConfigurationError: No configuration provided for",
    ],
    ["a configuration that is not there", '{"extends":"nope"}', 'Could not find "nope"'],
    ["a configuration that is no JSON", '{"extends":', "JSON Error in"],
    ["an unknown rule", '{"rules":{"nope/x":true}}', "its configuration is wrong: Unknown rule nope/x."],
    [
      "a wrong option",
      '{"rules":{"color-hex-length":"wide"}}',
      'its configuration is wrong: Invalid option value "wide"',
    ],
  ] as const),
)("%s breaks the run", (_what, text, why) => {
  expect(
    toolProject(stylelint, { "a.css": "a {}\n", ...(text === null ? {} : { ".stylelintrc.json": text }) }).trouble(),
  ).toContain(why);
});
