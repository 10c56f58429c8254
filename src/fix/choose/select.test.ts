import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyFinding, everything, finding } from "../../../test/kit/findings.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Scope } from "../model.ts";
import { select } from "./select.ts";

const inFiles = (...files: readonly string[]): readonly Finding[] => files.map((file) => finding({ file }));
const takenFiles = (findings: readonly Finding[], scope: Partial<Scope>): readonly string[] =>
  select(findings, { ...everything, ...scope }).taken.map(({ file }) => file);

describe("paths", () => {
  const all = inFiles("a.ts", "app/[id]/page.tsx", "app/i/page.tsx", "src/a.ts", "src/deep/b.ts", "srcs/c.ts");
  it.each([
    [[], ["a.ts", "app/[id]/page.tsx", "app/i/page.tsx", "src/a.ts", "src/deep/b.ts", "srcs/c.ts"]],
    [["."], ["a.ts", "app/[id]/page.tsx", "app/i/page.tsx", "src/a.ts", "src/deep/b.ts", "srcs/c.ts"]],
    [["src"], ["src/a.ts", "src/deep/b.ts"]],
    [["./src/"], ["src/a.ts", "src/deep/b.ts"]],
    [
      ["src/a.ts", "a.ts"],
      ["a.ts", "src/a.ts"],
    ],
    [["src/**/*.ts"], ["src/a.ts", "src/deep/b.ts"]],
    [["*/*.ts"], ["src/a.ts", "srcs/c.ts"]],
    // A directory by a glob: all that is in it.
    [["src*"], ["src/a.ts", "src/deep/b.ts", "srcs/c.ts"]],
    [["app/[id]/page.tsx"], ["app/[id]/page.tsx", "app/i/page.tsx"]],
    [["app/[id]"], ["app/[id]/page.tsx", "app/i/page.tsx"]],
    [["{a.ts,srcs}"], ["a.ts", "srcs/c.ts"]],
    [["no[thing"], []],
    [["../src"], []],
  ])("%j", (paths, taken) => {
    expect(takenFiles(all, { paths })).toEqual(taken);
  });

  it("may be those that changed", () => {
    expect(takenFiles(all, { only: new Set(["src/a.ts", "a.ts", "not/found.ts"]), paths: ["src"] })).toEqual([
      "src/a.ts",
    ]);
    expect(takenFiles(all, { only: new Set() })).toEqual([]);
  });
});

it("a file that is no part of the project is outside of it", () => {
  const { taken, leftOut } = select(inFiles("a.ts", "ignored/b.ts"), { ...everything, known: new Set(["a.ts"]) });
  expect([taken.map(({ file }) => file), leftOut]).toEqual([
    ["a.ts"],
    [{ why: "outside", findings: 1, files: ["ignored/b.ts"] }],
  ]);
});

describe("include and exclude", () => {
  const all = inFiles("a.ts", "gen/a.ts", "gen/keep.ts", "src/a.test.ts", "src/a.ts");
  it.each([
    [{ include: ["src/"] }, ["src/a.test.ts", "src/a.ts"]],
    [{ include: ["*.ts", "!*.test.ts"] }, ["a.ts", "gen/a.ts", "gen/keep.ts", "src/a.ts"]],
    [{ exclude: ["/gen/*", "!keep.ts"] }, ["a.ts", "gen/keep.ts", "src/a.test.ts", "src/a.ts"]],
    [{ exclude: ["gen/", "!gen/keep.ts"] }, ["a.ts", "src/a.test.ts", "src/a.ts"]],
    [{ include: ["src/"], exclude: ["*.test.ts"] }, ["src/a.ts"]],
    [{ exclude: ["/a.ts"] }, ["gen/a.ts", "gen/keep.ts", "src/a.test.ts", "src/a.ts"]],
  ])("%j", (scope, taken) => {
    expect(takenFiles(all, scope)).toEqual(taken);
  });
});

describe("codes and severities", () => {
  const all = [
    finding({ line: 1, code: "no-var", severity: "error" }),
    finding({ line: 2, code: "no-x", severity: "warning" }),
    finding({ line: 3, code: null, severity: null }),
    finding({ line: 4, tool: "tsc", code: "no-var", severity: "info" }),
    finding({ line: 5, tool: "clippy", code: "clippy::unwrap", severity: "warning" }),
  ];
  it.each([
    [{ codes: ["no-var"] }, [1, 4]],
    [{ codes: ["tsc:no-var"] }, [4]],
    [{ codes: ["no-*"] }, [1, 2, 4]],
    [{ codes: ["eslint:*"] }, [1, 2, 3]],
    [{ codes: ["eslint:"] }, [3]],
    [{ codes: ["clippy::unwrap"] }, [5]],
    [{ codes: ["clippy:clippy::*"] }, [5]],
    [{ codes: ["no"] }, []],
    [{ ignore: ["no-var", "clippy:*"] }, [2, 3]],
    [{ codes: ["no-*"], ignore: ["eslint:no-x"] }, [1, 4]],
    [{ ignore: ["*"] }, []],
    [{ severity: "info" as const }, [1, 2, 4, 5]],
    [{ severity: "warning" as const }, [1, 2, 5]],
    [{ severity: "error" as const }, [1]],
  ])("%j", (scope, lines) => {
    expect(select(all, { ...everything, ...scope }).taken.map(({ line }) => line)).toEqual(lines);
  });
});

describe("a skipped finding", () => {
  it("by its rule is told apart: of another rule than was asked for, or ignored", () => {
    const all = [finding({ code: "no-var" }), finding({ line: 2, code: "no-x" }), finding({ line: 3, code: "other" })];
    expect(
      select(all, { ...everything, codes: ["no-*"], ignore: ["no-x", "other"] }).leftOut.map(({ why, findings }) => [
        why,
        findings,
      ]),
    ).toEqual([
      ["code", 1],
      ["ignored", 1],
    ]);
  });

  it("is told by the first reason, with the files", () => {
    const all = [
      ...inFiles(
        "",
        "/etc/passwd",
        "../x.ts",
        "src/../../x.ts",
        ".git/config",
        "other.ts",
        "src/gen.ts",
        "src/dirty.ts",
        "src/a.ts",
        "src/b.ts",
        "src/c.ts",
      ),
      finding({ file: "src/dirty.ts", code: "other" }),
      finding({ file: "src/a.ts", severity: "info" }),
      finding({ file: "src/b.ts", line: 2 }),
    ];
    const scope: Scope = {
      ...everything,
      paths: ["src"],
      exclude: ["gen.ts"],
      codes: ["no-var"],
      severity: "error",
      dirty: new Set(["src/dirty.ts", "other.ts"]),
      maxFiles: 2,
      maxFindings: 2,
    };
    expect(select(all, scope)).toEqual({
      taken: inFiles("src/a.ts", "src/b.ts"),
      leftOut: [
        { why: "no-file", findings: 1, files: [] },
        { why: "outside", findings: 4, files: ["../x.ts", ".git/config", "/etc/passwd", "src/../../x.ts"] },
        { why: "path", findings: 1, files: ["other.ts"] },
        { why: "excluded", findings: 1, files: ["src/gen.ts"] },
        { why: "code", findings: 1, files: ["src/dirty.ts"] },
        { why: "severity", findings: 1, files: ["src/a.ts"] },
        { why: "dirty", findings: 1, files: ["src/dirty.ts"] },
        { why: "max-files", findings: 1, files: ["src/c.ts"] },
        { why: "max-findings", findings: 1, files: ["src/b.ts"] },
      ],
    });
  });

  it("are not files with changes, when they are asked for", () => {
    expect(takenFiles(inFiles("a.ts"), { dirty: new Set(["a.ts"]), takesDirty: true })).toEqual(["a.ts"]);
  });

  it("and the selected ones are all findings, for any scope and any order", () => {
    const globs = fc.subarray(["src/", "*.ts", "!a.ts", "**/deep", "[", "/lib/**"]);
    const limit = fc.option(fc.integer({ min: 1, max: 4 }));
    const scopes: fc.Arbitrary<Scope> = fc.record({
      paths: fc.subarray(["src", "a.ts", "**/*.tsx", "lib/"], { maxLength: 2 }),
      only: fc.option(fc.subarray(["a.ts", "src/a.ts", "lib/a.ts"]).map((files) => new Set(files))),
      include: globs,
      exclude: globs,
      codes: fc.subarray(["no-*", "tsc:TS1", "a::b"], { maxLength: 1 }),
      ignore: fc.subarray(["no-x", "eslint:"], { maxLength: 1 }),
      severity: fc.option(fc.constantFrom("error" as const, "warning" as const)),
      maxFiles: limit,
      maxFindings: limit,
      maxPerSheet: limit,
      dirty: fc.subarray(["a.ts", "src/b.ts"]).map((files) => new Set(files)),
      takesDirty: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 30 }), scopes, (findings, scope) => {
        const { taken, leftOut } = select(findings, scope);
        expect(taken.length + leftOut.reduce((sum, out) => sum + out.findings, 0)).toBe(findings.length);
        expect(new Set(leftOut.map(({ why }) => why)).size).toBe(leftOut.length);
        expect(taken.every((one) => findings.includes(one))).toBe(true);
        expect(new Set(taken.map(({ file }) => file)).size).toBeLessThanOrEqual(scope.maxFiles ?? Infinity);
        expect(taken.length).toBeLessThanOrEqual(scope.maxFindings ?? Infinity);
        expect(select(findings.toReversed(), scope)).toEqual({ taken, leftOut });
      }),
    );
  });
});
