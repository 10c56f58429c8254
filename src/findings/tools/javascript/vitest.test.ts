import { expect, it as fact } from "vitest";
import { brief, toolProject } from "../../../../test/kit/tool-project.ts";
import { vitest } from "./vitest.ts";

const from = 'import { beforeAll, describe, expect, it } from "vitest";\n';

fact("failed tests are findings at the place where they failed; so are files that can't be run", () => {
  const project = toolProject(vitest, {
    "package.json": "{}",
    "src/a b.test.ts": `${from}describe("sum", () => {\n  it("adds", () => {\n    console.log("{}");\n    expect(1).toBe(2);\n  });\n  it.skip("is left out", () => expect(1).toBe(2));\n  it("is right", () => {});\n});\n`,
    "src/thrown.test.ts": `${from}it("throws", () => { throw new Error("one\\ntwo"); });\n`,
    "src/fresh.test.ts": `${from}it("has no snapshot yet", () => { expect(1).toMatchSnapshot(); });\n`,
    "-load.test.ts": 'import "./gone.ts";\n',
    "src/hook.test.ts": `${from}beforeAll(() => { throw new Error("no ground"); });\nit("x", () => {});\n`,
    "src/syntax.test.ts": "let = ;\n",
  });
  const findings = project.findings();
  expect(brief(findings)).toEqual([
    "-load.test.ts:-:- suite-failed error",
    "src/a b.test.ts:5:15 test-failed error",
    "src/fresh.test.ts:2:45 test-failed error",
    "src/hook.test.ts:-:- suite-failed error",
    "src/syntax.test.ts:-:- suite-failed error",
    "src/thrown.test.ts:2:28 test-failed error",
  ]);
  const said = new Map(findings.map(({ file, message }) => [file, message]));
  expect(said.get("src/a b.test.ts")).toBe("sum adds: AssertionError: expected 1 to be 2 // Object.is equality");
  expect(said.get("src/thrown.test.ts")).toBe("throws: Error: one");
  expect(said.get("-load.test.ts")).toContain("Cannot find module './gone.ts'");
  expect(said.get("src/hook.test.ts")).toBe("no ground");
});

fact("no tests at all are no findings", () => {
  const project = toolProject(vitest, { "package.json": "{}" });
  expect(project.findings()).toEqual([]);
});

fact("errors outside of tests break a run in which all tests pass", () => {
  const loose = `${from}it("passes", () => { setTimeout(() => { throw new Error("loose end"); }, 0); return new Promise((r) => setTimeout(r, 20)); });\n`;
  expect(toolProject(vitest, { "package.json": "{}", "a.test.ts": loose }).trouble()).toMatch(
    /^it exited with 1 although no test failed.*loose end/s,
  );
});

fact("a configuration that is no script breaks the run", () => {
  const why = toolProject(vitest, {
    "package.json": "{}",
    "vitest.config.mjs": "export default {",
    "a.test.ts": "",
  }).trouble();
  expect(why).toMatch(/^it exited with 1 and left no whole report: failed to load config from .*vitest\.config\.mjs/);
});
