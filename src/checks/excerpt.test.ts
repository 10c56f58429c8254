import { expect, it } from "vitest";
import { excerpt } from "./excerpt.ts";

const stack = Array.from(
  { length: 30 },
  (_, at) => `    at Module.load (node:internal/modules/cjs/loader:${String(at)}:10)`,
);

it("short output is shown whole", () => {
  expect(excerpt("  one\ntwo\n")).toBe("one\ntwo");
});

it("of long output the line that names the problem comes first, then head, problems and end in their order", () => {
  const output = [
    "> x@1.0.0 test",
    "> node test.js",
    "",
    "Error: Cannot find module 'lodash'",
    ...stack,
    "",
    "Node.js v24.0.0",
  ];
  expect(excerpt(output.join("\n")).split("\n")).toEqual([
    "Error: Cannot find module 'lodash'",
    "> x@1.0.0 test",
    "> node test.js",
    "…",
    "Error: Cannot find module 'lodash'",
    "…",
    ...stack.slice(-4),
    "",
    "Node.js v24.0.0",
  ]);
});

it("a stack is no problem, and where nothing names one the last line comes first", () => {
  const output = [...stack, "all done"];
  expect(excerpt(output.join("\n")).split("\n")[0]).toBe("all done");
});

it("many and endless lines stay short", () => {
  const output = Array.from({ length: 5_000 }, (_, at) => `error ${String(at)}: ${"x".repeat(5_000)}`);
  expect(excerpt(output.join("\n")).length).toBeLessThan(5_000);
});
