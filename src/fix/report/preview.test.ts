import fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "../../../test/kit/any-text.ts";
import { finding, preparedTool } from "../../../test/kit/findings.ts";
import type { Finding } from "../../findings/finding.ts";
import { groupFindings } from "../choose/groups.ts";
import type { FixSheet } from "../model.ts";
import { widthOf } from "./formats/width.ts";
import { type PreviewParts, previewLines, previewOf } from "./preview.ts";

function partsOf(findings: readonly Finding[], more: Partial<PreviewParts> = {}): PreviewParts {
  const { groups } = groupFindings(findings, { grouping: { by: "file", filesPerSheet: 1 }, most: null });
  const sheets = groups.map(
    ({ id, name, files, fixable }): FixSheet => ({
      id,
      name,
      files,
      asked: [],
      strategy: "normal",
      hasAutofix: fixable > 0,
    }),
  );
  const tool = preparedTool();
  const collected = [
    { kind: "read", tool, findings: [...findings, finding()], tookMs: 1 },
    { kind: "failed", tool: preparedTool({ name: "tsc" }), why: "it ended with 2", tookMs: 1 },
  ] as const;
  return {
    commit: "abc",
    collected,
    groups,
    sheets,
    leftOut: [],
    agents: ["claude", { use: "codex", model: "m", args: [], env: {} }],
    notes: [],
    ...more,
  };
}

const some = [
  finding({ file: "a.ts" }),
  finding({ file: "src/b.ts", line: 1, fixable: true }),
  finding({ file: "src/b.ts", line: 2, code: null }),
];
const leftOut = [{ why: "dirty", findings: 12, files: ["a", "b", "c", "d"] }] as const;

it("a plan is shown by tool, rule, file and sheet, with what is left out and why", () => {
  expect(previewLines(previewOf(partsOf(some, { leftOut, notes: ["so it is"] }))).join("\n")).toBe(`By tool
  tool    found  to fix  fixable  files  config
  eslint      4       3        1      2  eslint.config.js

By rule
  rule           to fix  fixable  files
  eslint no-var       2        1      2
  eslint              1        0      1

By file
  file      to fix  fixable  tools
  src/b.ts       2        1  eslint
  a.ts           1        0  eslint

Sheets
  sheet     about     to fix  fixable  agents
  a-ts      a.ts           1        0  claude → codex (m)
  src-b-ts  src/b.ts       2        1  auto-fix → claude → codex (m)

Left out
  findings  why                                files
        12  in files with uncommitted changes  a, b, c and 1 more

Tools that broke
  tool  why
  tsc   it ended with 2

Note: so it is.`);
});

it("a plan is a value that JSON keeps", () => {
  const preview = previewOf(partsOf(some, { leftOut }));
  expect(JSON.parse(JSON.stringify(preview))).toEqual(preview);
  expect(preview).toMatchObject({
    commit: "abc",
    findings: 3,
    byCode: [{ tool: "eslint", code: "no-var" }, { code: null }],
    sheets: [{ agents: ["claude", "codex (m)"] }, { agents: ["auto-fix", "claude", "codex (m)"] }],
    failed: [{ tool: "tsc", why: "it ended with 2" }],
  });
});

it("of very many rows only the first are shown, and how many more there are", () => {
  const many = Array.from({ length: 1_000 }, (_, place) => finding({ file: `f${String(place)}.ts` }));
  const lines = previewLines(previewOf(partsOf(many)));
  expect(lines.length).toBeLessThan(120);
  expect(lines.filter((line) => line === "  … and 960 more")).toHaveLength(2);
});

const deep = `packages/日本語/${"deep/".repeat(20)}🎉 index.ts`;

it.each([60, 80, 120])(
  "a plan is not wider than the %i columns of a terminal: of the longest names the middle goes, and columns stay below each other",
  (width) => {
    const parts = partsOf([finding({ file: deep }), finding({ file: "a.ts", code: "x".repeat(90) })], {
      leftOut,
      agents: [{ command: ["/opt/some/where/fix.sh"] } as never],
    });
    const lines = previewLines(previewOf(parts), { width });
    expect(lines.filter((line) => widthOf(line) > width)).toEqual([]);
    const rows = lines.slice(lines.indexOf("By file") + 2, lines.indexOf("", lines.indexOf("By file"))).toSorted();
    expect(rows[0]).toMatch(/^ {2}a\.ts +1 +0 {2}eslint$/);
    expect(rows[1]).toMatch(/^ {2}packages.*….* index\.ts +1 +0 {2}eslint$/);
    expect(new Set(rows.map(widthOf)).size).toBe(1);
    expect(lines.join("\n")).toMatch(/ {2}fix\.sh$/m);
  },
);

it("without a terminal no name in a plan is cut", () => {
  expect(previewLines(previewOf(partsOf([finding({ file: deep })]))).join("\n")).toContain(deep);
});

it("an ignored finding is shown as ignored", () => {
  const lines = previewLines(previewOf(partsOf(some, { leftOut: [{ why: "ignored", findings: 1, files: ["a.ts"] }] })));
  expect(lines.find((line) => line.endsWith("a.ts") && line.includes("ignored"))).toBe("         1  ignored  a.ts");
});

it("nothing in a plan speaks to the terminal or breaks a line, and no line is endless", () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (file, code, why) => {
      const parts = partsOf([finding({ file, code })], {
        leftOut: [{ why: "code", findings: 1, files: [file, why] }],
        notes: [why],
      });
      const lines = previewLines(previewOf(parts));
      expect(lines.filter((line) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line) || line.length > 700)).toEqual([]);
    }),
  );
});
