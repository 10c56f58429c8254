import { expect, it } from "vitest";
import type { SheetId } from "../../../base/ids.ts";
import { checkLinks } from "./links.ts";

/** Problems of links written like `a: b c` (a comes after b and c). */
function problems(...lines: readonly string[]): readonly string[] {
  const found: string[] = [];
  const sheets = lines.map((line) => {
    const [id = "", after = ""] = line.split(":");
    return { id: id as SheetId, after: after.split(" ").filter((name) => name !== "") as SheetId[] };
  });
  checkLinks(sheets, ({ sheet, entry, message }) =>
    found.push(`${String(sheet)}.${String(entry)} ${message.replace("; no sheet of it could ever start", "")}`),
  );
  return found;
}

it("sheets that can be ordered have no problem, however they are written", () => {
  expect(problems("a", "b: a", "c: a b", "d: b c")).toEqual([]);
  expect(problems("d: b c", "c: a b", "b: a", "a")).toEqual([]);
});

it("each circle is shown as a way through it, from the link that leads in", () => {
  expect(problems("x", "a: x b", "b: a")).toEqual(["1.1 a circle: a → b → a"]);
  expect(problems("a: b", "b: c", "c: d", "d: b", "e: f", "f: e")).toEqual([
    "1.0 a circle: b → c → d → b",
    "4.0 a circle: e → f → e",
  ]);
});

it("a long circle is shown by where it begins and ends", () => {
  const ring = Array.from({ length: 50 }, (_, index) => `s${String(index)}: s${String((index + 1) % 50)}`);
  expect(problems(...ring)).toEqual([
    expect.stringMatching(/a circle: s0 → s1 → .* → s9 → … 31 more … → s41 → .* → s49 → s0$/),
  ]);
});

it("a chain of 100,000 sheets and a circle of as many are walked without running out of stack", () => {
  const chain = Array.from({ length: 100_000 }, (_, index) =>
    index === 0 ? "s0" : `s${String(index)}: s${String(index - 1)}`,
  );
  expect(problems(...chain)).toEqual([]);
  expect(problems(...chain.with(0, "s0: s99999"))).toHaveLength(1);
});

it("of more circles and wrong names than anyone reads, only the first are spelt out", () => {
  const pairs = Array.from({ length: 50 }, (_, index) => [
    `a${String(index)}: b${String(index)}`,
    `b${String(index)}: a${String(index)}`,
  ]).flat();
  expect(problems(...pairs)).toHaveLength(20);
  const wrongNames = Array.from({ length: 30 }, (_, index) => `sheet${String(index)}: sheeet${String(index)}`);
  expect(problems(...wrongNames).filter((line) => line.includes("did you mean"))).toHaveLength(20);
});
