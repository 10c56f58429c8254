import { expect, it, test } from "vitest";
import { gitignoreMatcher } from "./gitignore.ts";
import { linesBelow, literally } from "./gitignore-words.ts";

const matched = (lines: readonly string[], ...paths: readonly string[]): readonly string[] =>
  paths.filter(gitignoreMatcher(lines));

test.each(["a b ", "!a", "#a", "a*b?[c]", "back\\slash"])("%j means itself and nothing else", (path) => {
  expect(matched([`/${literally(path)}`], path, "axb", "a", `${path}x`)).toEqual([path]);
});

it("lines for a folder mean below it what they mean below the top", () => {
  const lines = linesBelow("web app", ["*.js", "/top.txt", "src/*.c", "!no.js"]);
  const paths = [
    "web app/a.js",
    "web app/x/a.js",
    "web app/no.js",
    "web app/top.txt",
    "web app/x/top.txt",
    "web app/src/a.c",
    "a.js",
    "web appx/a.js",
    "x/web app/a.js",
  ];
  expect(matched(lines, ...paths)).toEqual(["web app/a.js", "web app/x/a.js", "web app/top.txt", "web app/src/a.c"]);
  expect(matched(linesBelow("web", ["*"]), "web/a", "web/.b/c", "a", "webs/a")).toEqual(["web/a", "web/.b/c"]);
  expect(linesBelow("", ["*.js"])).toEqual(["*.js"]);
});
