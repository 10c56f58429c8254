import { describe, expect, it } from "vitest";
import { condition } from "./condition.ts";
import { sheetNumbers } from "./numbers.ts";

/** The sheets of five that a condition holds for. */
function sheetsOf(written: string): readonly number[] | string {
  const meant = condition(written);
  if (meant.kind === "wrong") return meant.why;
  return sheetNumbers({ size: 1, total_items: 5, start_item: 1 })
    .filter((numbers) => meant.value(numbers))
    .map((numbers) => numbers.sheet_num);
}

describe("a condition", () => {
  it.each([
    ["sheet_num == 3", [3]],
    ["sheet_num != 3", [1, 2, 4, 5]],
    ["sheet_num >= 4", [4, 5]],
    ["sheet_num <= 2", [1, 2]],
    ["sheet_num > 4", [5]],
    ["sheet_num < 2", [1]],
    [" stage>=2 and  stage <= 3 and instance == 1 ", [2, 3]],
    ["sheet_num == 9", []],
  ])("%s", (written, sheets) => {
    expect(sheetsOf(written)).toEqual(sheets);
  });

  it.each([
    "",
    "sheet_num",
    "sheet_num == 1 or sheet_num == 2",
    "sheet_num in [1, 2]",
    "not sheet_num == 1",
    "sheet_num == x",
    "(sheet_num == 1)",
    "sheet_num == 1 and",
    "1 == sheet_num",
    "sheet_num == 1 and not x",
  ])("that can't be read is refused, never true: %s", (written) => {
    expect(sheetsOf(written)).toMatch(/^can't read/);
  });

  it("over an unknown name is refused", () => {
    expect(sheetsOf("sheet_mum == 1")).toBe('there is no "sheet_mum" in a condition; did you mean "sheet_num"?');
    expect(sheetsOf("constructor == 1")).toBe('there is no "constructor" in a condition');
  });
});
