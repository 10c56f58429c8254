import { expect, it } from "vitest";
import { type Finding, relativeTo } from "./finding.ts";

const finding = (message: string, more: Partial<Finding> = {}): Finding => ({
  tool: "t",
  file: "a.ts",
  line: 1,
  column: null,
  code: null,
  message,
  severity: null,
  fixable: false,
  ...more,
});

it("findings are the same whichever folder the tool ran in", () => {
  const ran = (folder: string): readonly Finding[] => [
    finding(`see ${folder}/b.ts and ${folder}/c.ts`, { file: `${folder}/src/a.ts` }),
    finding("m", { file: ".//./x.ts" }),
    finding("m", { file: `/else${folder}/x.ts` }),
  ];
  expect(relativeTo("/ctx/1", ran("/ctx/1"))).toEqual([
    finding("see b.ts and c.ts", { file: "src/a.ts" }),
    finding("m", { file: "x.ts" }),
    finding("m", { file: "/else/ctx/1/x.ts" }),
  ]);
  expect(relativeTo("/ctx/1/", ran("/ctx/1"))[0]?.file).toBe("src/a.ts");
  expect(relativeTo("/ctx/1", ran("/ctx/11"))[0]?.file).toBe("/ctx/11/src/a.ts");
});
