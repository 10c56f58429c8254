import { expect, it } from "vitest";
import { parse } from "yaml";
import { type Proposal, type TriedCommand, configText, gatesText } from "./proposal.ts";

const tried = (run: string, more: Partial<TriedCommand> = {}): TriedCommand => ({
  role: "tests",
  run,
  because: "package.json",
  passed: true,
  reason: "",
  ms: 5,
  log: null,
  ...more,
});

const proposal: Proposal = {
  agent: "claude",
  target: "main",
  prepare: [{ run: "npm ci", because: "package-lock.json" }],
  commands: [
    tried("npm test"),
    tried("npm run lint", { role: "lint", passed: false, reason: "npm run lint exited 1: a: no\nmore" }),
    tried('make "x: #y"', { role: "types" }),
  ],
};

it("the settings have what passed; what failed is a comment with its reason", () => {
  const text = configText(proposal);
  expect(parse(text)).toEqual({
    agents: { default: "claude" },
    task: { validations: ["npm test", 'make "x: #y"'] },
    prepare: { commands: ["npm ci"] },
  });
  expect(text).toContain("    # fails on main: npm run lint exited 1: a: no\n    # - npm run lint\n");
});

it("gates are the tests that passed, each with a name of its own", () => {
  expect(parse(gatesText({ ...proposal, commands: [tried("npm test"), tried("cargo test")] }) ?? "")).toEqual({
    gates: [
      { name: "tests", run: "npm test" },
      { name: "tests-2", run: "cargo test" },
    ],
  });
  expect(gatesText({ ...proposal, commands: [] })).toBeNull();
});

it("settings in which nothing passed and no agent works are valid, and say so", () => {
  const none = {
    ...proposal,
    agent: null,
    prepare: [],
    commands: [tried("npm test", { passed: false, reason: "no" })],
  };
  expect(parse(configText(none))).toBeNull();
  expect(configText(none)).toContain("# fails on main: no\n    # - npm test\n");
});
