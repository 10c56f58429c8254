import { expect, it } from "vitest";
import { finding, preparedTool } from "../../../test/kit/findings.ts";
import type { Collected } from "../model.ts";
import { together } from "../verify/recheck.ts";

const said = (folder: string, ...files: readonly string[]): Collected => ({
  kind: "read",
  tool: preparedTool({ folder }),
  findings: files.map((file) => finding({ file })),
  tookMs: 1,
});

it("tools of one name have said what all of them said", () => {
  const other: Collected = { ...said("", "x.ts"), tool: preparedTool({ name: "tsc" }) };
  const all = together([said("web", "web/a.ts"), other, said("api", "api/b.ts")]);
  expect(
    all.map((one) => [one.tool.name, one.kind === "read" ? one.findings.map(({ file }) => file) : one.why, one.tookMs]),
  ).toEqual([
    ["eslint", ["web/a.ts", "api/b.ts"], 2],
    ["tsc", ["x.ts"], 1],
  ]);
});

it("where one of them broke nothing is known, and it is said which", () => {
  const broke: Collected = { kind: "failed", tool: preparedTool({ folder: "api" }), why: "it crashed", tookMs: 1 };
  expect(together([said("web", "web/a.ts"), broke])).toMatchObject([
    { kind: "failed", tool: { name: "eslint" }, why: "eslint (api): it crashed" },
  ]);
});
