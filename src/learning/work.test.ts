import { expect, it } from "vitest";
import { kindOfWork } from "./work.ts";

it.each([
  ["Prototype a parser", "prototyping"],
  ["Refactor the parser", "refactoring"],
  ["Write tests for the parser", "testing"],
  ["Improve docs", "documentation"],
  ["contest suite", "general"],
  ["documented API bug", "general"],
  ["Make the parser faster", "general"],
])("%s is %s", (title, kind) => {
  expect(kindOfWork(title)).toBe(kind);
});

it("the prompt's first line counts where the title says nothing, and nothing behind it does", () => {
  expect(kindOfWork("parser", "\n  Document every export.\nRun the tests.")).toBe("documentation");
  expect(kindOfWork("parser", "Fix the crash.\nRun the tests.")).toBe("general");
});
