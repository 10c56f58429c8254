import { expect, it } from "vitest";
import { requirePaths } from "./require.ts";

const files = ["packages/a/src/x.ts", "packages/b/y.ts", "app/[id]/page.tsx", "README.md"];

it.each(["README.md", "packages", "packages/a/src/x.ts", "packages/*", "packages/*/src", "**/*.ts", "app/[id]", "./packages/"])(
  "%s is something of what is looked at",
  (path) => {
    expect(() => {
      requirePaths([path], files);
    }).not.toThrow();
  },
);

it.each(["package", "packages/*/test", "x.ts", "*.js", "packages/a/src/x.ts/more"])("%s is a slip, also beside what is there", (path) => {
  expect(() => {
    requirePaths(["README.md", path], files);
  }).toThrow(`${JSON.stringify(path)} is no file or directory`);
});
