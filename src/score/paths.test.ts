import { describe, expect, it } from "vitest";
import { contextPath, resolvedPath, stemOf } from "./paths.ts";

describe("a path in a context", () => {
  it.each([
    ["a", "a"],
    ["./a//b/./c", "a/b/c"],
    ["a b/ü", "a b/ü"],
    ["..a/b..", "..a/b.."],
  ])("%s", (written, path) => {
    expect(contextPath(written)).toEqual({ kind: "means", value: path });
  });

  it.each(["", ".", "/", "/a", "..", "../a", "a/..", "a/../../b", "~/a", "a\0b"])("%j leads nowhere in it", (written) => {
    expect(contextPath(written).kind).toBe("wrong");
  });
});

it.each([
  ["/base/dir", "a", "/base/dir/a"],
  ["/base/dir", "../a/./b", "/base/a/b"],
  ["/base", "/abs//a", "/abs/a"],
  ["/", "../../a", "/a"],
])("from %s, %s is %s", (folder, written, path) => {
  expect(resolvedPath(folder, written)).toBe(path);
});

it.each([
  ["dir/fix-all.yaml", "fix-all"],
  ["a.tutti.yaml", "a.tutti"],
  ["score", "score"],
  [".yaml", ".yaml"],
])("the stem of %s is %s", (path, stem) => {
  expect(stemOf(path)).toBe(stem);
});
