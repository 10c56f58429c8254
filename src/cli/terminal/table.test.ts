import { expect, it } from "vitest";
import { listening } from "../../../test/kit/listening.ts";
import { counted, tableLines } from "./table.ts";

const columns = [{ head: "SHEET" }, { head: "STATE" }, { head: "COST" }, { head: "COMMIT", rank: 1 }, { head: "WHY" }];
const rows = [
  { cells: ["build", "landed", "", "1bc937be57", ""] },
  { cells: ["build-docs", "failed", "", "", "the agent exited with code 1 and said nothing else"], below: ["  kept"] },
];
const at = (width: number | undefined): readonly string[] =>
  tableLines({ ...listening().terminal, outColumns: () => width }, { columns, rows });

it("a table has a header, aligned columns, none that is empty, and lines below a row", () => {
  expect(at(undefined)).toEqual([
    "SHEET       STATE   COMMIT      WHY",
    "build       landed  1bc937be57",
    "build-docs  failed              the agent exited with code 1 and said nothing else",
    "  kept",
  ]);
});

it.each([80, 60, 40, 28])("at %i columns nothing is wider, and no reason is lost", (width) => {
  const lines = at(width);
  expect(lines.filter((line) => line.length > width)).toEqual([]);
  expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain("the agent exited with code 1 and said nothing else");
  expect(lines[0]?.includes("COMMIT")).toBe(width >= 30);
});

it("lines that are the same are counted", () => {
  expect(counted(["a", "b", "a", "a"])).toEqual(["a (3 times)", "b"]);
});
