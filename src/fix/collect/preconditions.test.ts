import { expect, it } from "vitest";
import { requireAgents, requirePaths } from "./preconditions.ts";

const files = ["packages/a/src/x.ts", "packages/b/y.ts", "app/[id]/page.tsx", "README.md"];

it.each([
  "README.md",
  "packages",
  "packages/a/src/x.ts",
  "packages/*",
  "packages/*/src",
  "**/*.ts",
  "app/[id]",
  "./packages/",
])("%s is something of what is looked at", (path) => {
  expect(() => {
    requirePaths([path], files);
  }).not.toThrow();
});

it.each(["package", "packages/*/test", "x.ts", "*.js", "packages/a/src/x.ts/more"])(
  "%s is a slip, also beside what is there",
  (path) => {
    expect(() => {
      requirePaths(["README.md", path], files);
    }).toThrow(`${JSON.stringify(path)} matches no file or directory`);
  },
);

it("an agent that would run what is said of findings is refused before tools are run", () => {
  const ask = (prompt_is?: "text"): void => {
    const agent = {
      command: ["bash", "-c"] as [string, string],
      prompt: "argument" as const,
      env: {},
      once: false,
      ...(prompt_is === undefined ? {} : { prompt_is }),
    };
    requireAgents(
      { agent: "claude", fallbacks: [agent], autofixOnly: false },
      { isAgent: () => true, isProgram: () => false },
    );
  };
  expect(() => {
    ask();
  }).toThrow("bash runs its prompt as a program");
  expect(() => {
    ask("text");
  }).not.toThrow();
});

it.each([
  { agent: "runner" },
  { agent: { use: "runner", args: [], env: {} } },
  { agent: "claude", fallbacks: ["runner"] },
])("so is a profile whose prompt is a program: %j", ({ agent, fallbacks = [] }) => {
  const known = { isAgent: () => true, isProgram: (name: string) => name === "runner" };
  expect(() => {
    requireAgents({ agent, fallbacks, autofixOnly: false }, known);
  }).toThrow("runner runs its prompt as a program");
});
