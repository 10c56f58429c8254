import { describe, expect, it } from "vitest";
import { tools } from "../../../findings/catalog.ts";
import { adviceFile, adviceFor } from "./advice.ts";
import { shippedAdvice as none } from "../../../../test/kit/fix-advice.ts";
import type { AdviceBook } from "./advice.ts";

const { shipped } = none;
const files = (entries: Readonly<Record<string, string>>): AdviceBook => ({
  shipped,
  own: new Map(Object.entries(entries)),
});

describe("shipped advice", () => {
  it("is there for every tool of the catalogue in general", () => {
    expect(tools.map(({ name }) => name).filter((name) => adviceFor(name, null, none) === null)).toEqual([]);
  });

  it("says of each code what it means, how to fix it, what not to do, and shows it", () => {
    const codes = [...shipped].flatMap(([tool, { codes: of }]) => Object.keys(of).map((code) => [tool, code] as const));
    const distinct = new Set([...shipped.values()].flatMap(({ codes: of }) => Object.values(of)));
    expect(distinct.size).toBeGreaterThanOrEqual(40);
    const parts =
      /^\*\*What it means\.\*\* .{20,}\n\n\*\*How to fix it\.\*\* .{10,}\n\n\*\*What not to do\.\*\* .{10,}\n\nBefore:\n```\w+\n[^]+\n```\n\nAfter:\n```\w+\n[^]+\n```$/;
    expect(codes.filter(([tool, code]) => !parts.test(adviceFor(tool, code, none) ?? ""))).toEqual([]);
    expect([...distinct].filter(({ before, after }) => before === after)).toEqual([]);
  });

  it("names only tools of the catalogue", () => {
    const known = tools.map(({ name }) => name);
    expect([...shipped.keys()].filter((name) => !known.includes(name))).toEqual([]);
  });

  it("of codes that share another one's is found", () => {
    const same = [...shipped].flatMap(([tool, { same: of }]) => Object.keys(of).map((code) => [tool, code] as const));
    expect(same.filter(([tool, code]) => adviceFor(tool, code, none) === null)).toEqual([]);
  });

  it.each([
    { of: ["eslint", "@typescript-eslint/no-unused-vars"], is: ["eslint", "no-unused-vars"] },
    { of: ["oxlint", "eslint(no-unused-vars)"], is: ["eslint", "no-unused-vars"] },
    { of: ["oxlint", "typescript-eslint(no-explicit-any)"], is: ["eslint", "no-explicit-any"] },
    { of: ["flake8", "F401"], is: ["ruff", "F401"] },
    { of: ["ruff", "S602"], is: ["bandit", "B602"] },
    { of: ["biome", "lint/style/useConst"], is: ["eslint", "prefer-const"] },
    { of: ["tsc", "TS18048"], is: ["tsc", "TS2532"] },
    { of: ["jest", "AssertionError"], is: ["vitest", "AssertionError"] },
  ] as const)("$of has that of $is", ({ of: [tool, code], is: [other, same] }) => {
    expect(adviceFor(tool, code, none)).toBe(adviceFor(other, same, none));
    expect(adviceFor(tool, code, none)).not.toBeNull();
  });

  it("speaks of the rule that was broken: mypy's type-arg of parameters, operator of operands", () => {
    expect(adviceFor("mypy", "type-arg", none)).toContain("type parameters");
    expect(adviceFor("mypy", "operator", none)).toContain("An operator is used with values");
  });

  it.each([
    ["eslint", "no-such-rule"],
    ["eslint", "__proto__"],
    ["eslint", "constructor"],
    ["eslint", ""],
    ["my-tool", "x"],
    ["my-tool", null],
    ["__proto__", null],
  ])("is not made up: %s, %s", (tool, code) => {
    expect(adviceFor(tool, code, none)).toBeNull();
  });
});

describe("a project's own advice", () => {
  it.each<[string, string | null, string]>([
    ["eslint", null, "eslint.md"],
    ["eslint", "no-undef", "eslint/no-undef.md"],
    ["eslint", "@typescript-eslint/no-unused-vars", "eslint/@typescript-eslint__no-unused-vars.md"],
    ["biome", "lint/style/useConst", "biome/lint__style__useConst.md"],
    ["clippy", "clippy::unwrap_used", "clippy/clippy__unwrap_used.md"],
    ["../../etc", "../passwd", "..__..__etc/..__passwd.md"],
    ["a b", "c\nd*", "a_b/c_d_.md"],
  ])("for %s, %s lies in %s", (tool, code, file) => {
    expect(adviceFile(tool, code)).toBe(file);
  });

  it("goes before what is shipped, code by code", () => {
    const own = files({
      "eslint/no-undef.md": "Import it from our prelude.\n",
      "eslint.md": "Be kind.",
      "my-tool.md": "Mine.",
    });
    expect(adviceFor("eslint", "no-undef", own)).toBe("Import it from our prelude.");
    expect(adviceFor("eslint", null, own)).toBe("Be kind.");
    expect(adviceFor("eslint", "eqeqeq", own)).toBe(adviceFor("eslint", "eqeqeq", none));
    expect(adviceFor("my-tool", null, own)).toBe("Mine.");
  });

  it("that is empty takes the shipped one away", () => {
    expect(adviceFor("eslint", "no-undef", files({ "eslint/no-undef.md": " \n" }))).toBeNull();
  });

  it("is cut where it is too long, can't swallow what follows it, and shows what can't be seen", () => {
    expect(adviceFor("x", null, files({ "x.md": "a".repeat(20_000) }))).toHaveLength(8_000);
    expect(adviceFor("x", null, files({ "x.md": "```js\nlet a;\u0007" }))).toBe("```js\nlet a;\\u{7}\n```");
  });
});
