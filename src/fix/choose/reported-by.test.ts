import { describe, expect, it } from "vitest";
import { everything, finding, preparedTool } from "../../../test/kit/findings.ts";
import type { Finding } from "../../findings/finding.ts";
import { groupFindings } from "./groups.ts";
import type { Collected, PreparedTool } from "../model.ts";
import { fixRules } from "../verify/rules.ts";
import { allFindings, saidBy } from "./reported-by.ts";
import { select } from "./select.ts";
import { previewOf } from "../report/preview.ts";

const [web, api, lib] = ["web", "api", "lib"].map((folder) =>
  preparedTool({ name: "tsc", folder, reach: "project" }),
) as [PreparedTool, PreparedTool, PreparedTool];
const said = (tool: PreparedTool, ...findings: readonly Finding[]): Collected => ({
  kind: "read",
  tool,
  findings,
  tookMs: 1,
});
const shared = finding({ tool: "tsc", file: "shared/x.ts", line: 3, code: "TS2304", message: "Cannot find name 'y'." });
const inApi = { ...shared, file: "api/b.ts" };

describe("of several tools with one name", () => {
  const all = [said(web, shared, inApi), said(api, shared), said(lib)];

  it("those said a finding that reported it, wherever it lies", () => {
    const isOf = saidBy(all);
    expect(
      [web, api, lib].map((tool) => [isOf(tool, { ...shared }), isOf(tool, inApi), isOf(tool, { ...shared, line: 4 })]),
    ).toEqual([
      [true, true, false],
      [true, false, false],
      [false, false, false],
    ]);
    expect(isOf(preparedTool(), shared)).toBe(false);
  });

  it("an equal report of several tools is one finding, and a repeated report of one tool is two", () => {
    expect(allFindings(all)).toEqual([shared, inApi]);
    expect(allFindings([said(web, shared, shared), said(api, shared)])).toEqual([shared, shared]);
    expect(allFindings([said(web, shared), said(preparedTool(), { ...shared, tool: "eslint" })])).toHaveLength(2);
    expect(allFindings([said(web, shared), said(api, { ...shared, message: "other" })])).toHaveLength(2);
  });

  it("each that said it has a row in the plan with it, and has to have it gone; it is counted once", () => {
    const { taken } = select(allFindings(all), everything);
    const { groups } = groupFindings(taken, { grouping: { by: "file", filesPerSheet: 1 }, most: null });
    const plan = previewOf({ commit: null, collected: all, groups, sheets: [], leftOut: [], agents: [], notes: [] });
    expect([plan.findings, plan.byTool.map(({ tool, found, findings }) => [tool, found, findings])]).toEqual([
      2,
      [
        ["tsc (web)", 2, 2],
        ["tsc (api)", 1, 1],
        ["tsc (lib)", 0, 0],
      ],
    ]);
    const limits = { codes: [], ignore: [], severity: null, maxFindings: 5, maxPerSheet: null };
    const rules = fixRules(all, groups, {
      scope: limits,
      grouping: { by: "file", filesPerSheet: 1 },
      partial: false,
      allowSilencers: false,
    });
    expect(
      groups.map((group) =>
        rules.ofSheet(group).map(({ cwd, findings }) => [cwd, findings?.fixes?.files, findings?.fixes?.most]),
      ),
    ).toEqual([
      [["web", ["api/b.ts"], 1]],
      [
        ["web", ["shared/x.ts"], 1],
        ["api", ["shared/x.ts"], 1],
      ],
    ]);
  });
});

it("a tool that is alone said all that goes by its name; one that broke said nothing", () => {
  const isOf = saidBy([said(web), { kind: "failed", tool: api, why: "", tookMs: 1 }]);
  expect(isOf(web, shared)).toBe(true);
});
