import { expect, it } from "vitest";
import { locatedProgram, resolvedPath, stemOf } from "./paths.ts";

it.each([
  ["/base/dir", "a", "/base/dir/a"],
  ["/base/dir", "../a/./b", "/base/a/b"],
  ["/base", "/abs//a", "/abs/a"],
  ["/", "../../a", "/a"],
])("from %s, %s is %s", (folder, written, path) => {
  expect(resolvedPath(folder, written)).toBe(path);
});

it.each([
  ["./agent", "/base/agent"],
  ["../agent", "/agent"],
  ["agent", "agent"],
  ["/bin/agent", "/bin/agent"],
  ["bin/agent", "bin/agent"],
])("the program %s is looked for as %s", (written, program) => {
  expect(locatedProgram([written, "./not-a-program"], "/base")).toEqual([program, "./not-a-program"]);
});

it.each([
  ["dir/fix-all.yaml", "fix-all"],
  ["a.tutti.yaml", "a.tutti"],
  [".hidden", ".hidden"],
  ["dir/", ""],
])("the stem of %s is %s", (path, stem) => {
  expect(stemOf(path)).toBe(stem);
});
