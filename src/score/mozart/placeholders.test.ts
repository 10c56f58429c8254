import { describe, expect, it } from "vitest";
import { sheetNumbers } from "./numbers.ts";
import { filled } from "./placeholders.ts";

const [, second] = sheetNumbers({ size: 5, total_items: 12, start_item: 1 });

function fill(written: string, style: Parameters<typeof filled>[2]): string {
  const meant = filled(written, second!, style);
  return meant.kind === "means" ? meant.value : `wrong: ${meant.why}`;
}

describe("placeholders", () => {
  it.each([
    ["{sheet_num}/{total_sheets} {start_item}-{end_item} {stage}/{total_stages} {instance}/{fan_count}", "2/3 6-10 2/3 1/1"],
    ["{workspace}/a", "./a"],
  ])("are filled in with the sheet's numbers: %s", (written, text) => {
    expect(fill(written, "path")).toBe(text);
  });

  it("leave the shell its own braces", () => {
    const command = "for stage in 1; do echo ${stage} {a,b}; done | awk '{print}' | grep -E 'x{2}'";
    expect(fill(command, "command")).toBe(command);
  });

  it("leave a regular expression its own braces, and match a dot as a dot", () => {
    const classes = String.raw`\p{stage}\{2}`;
    expect(fill(classes, "pattern")).toBe(classes);
    expect(fill("^{workspace}/x{sheet_num}$", "pattern")).toBe(String.raw`^\./x2$`);
    expect(fill("{workspace}/x", "text")).toBe("./x");
  });

  it("that are misspelt are told everywhere; in a path, whatever is unknown is", () => {
    for (const style of ["path", "pattern", "text", "command"] as const) {
      expect(fill("{sheetnum}", style)).toBe('wrong: there is no {sheetnum} to fill in; did you mean "sheet_num"?');
    }
    expect(fill("{colour}", "path")).toBe("wrong: there is no {colour} to fill in");
    expect(fill("{colour}", "command")).toBe("{colour}");
  });

  it("have single braces", () => {
    expect(fill("{{ stage }}", "command")).toBe("wrong: here it is {stage}, with single braces");
  });
});
