import { resolve } from "node:path";
import { expect, it } from "vitest";
import { pathsFrom } from "./paths.ts";

it.each([
  [[], []],
  [
    ["src", "./test/kit/", "*/a"],
    ["src", "test/kit", "*/a"],
  ],
  [["src/.."], []],
  [[".", "src"], []],
  [["src", resolve(".")], []],
])("paths as they are typed %j are %j from the top, and the top is everything", async (typed, paths) => {
  expect(await pathsFrom(typed, process.cwd())).toEqual(paths);
});

it("a path of somewhere else is refused", async () => {
  await expect(pathsFrom(["src", "../x"], process.cwd())).rejects.toThrow("../x is not in");
});
