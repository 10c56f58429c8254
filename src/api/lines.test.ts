import fc from "fast-check";
import { expect, it } from "vitest";
import { makeLines, textOf } from "./lines.ts";

function cut(chunks: readonly Uint8Array[], cap: number): { lines: string[]; isOver: boolean; rest: number } {
  const lines = makeLines();
  const found: string[] = [];
  for (const chunk of chunks) {
    lines.push(chunk);
    for (let line = lines.next(cap); line !== null; line = lines.next(cap)) {
      if (line === "over") return { lines: found, isOver: true, rest: lines.rest() };
      found.push(textOf(line) ?? "?");
    }
  }
  return { lines: found, isOver: false, rest: lines.rest() };
}

it("lines are the same however the bytes come", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\n"))),
      fc.array(fc.nat(200)),
      (texts, sizes) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
        const chunks: Uint8Array[] = [];
        let at = 0;
        for (const size of sizes) chunks.push(bytes.subarray(at, (at += size)));
        chunks.push(bytes.subarray(at));
        expect(cut(chunks, 1e6)).toEqual({ lines: texts, isOver: false, rest: 0 });
      },
    ),
  );
});

it("a line may be as long as the cap, and not a byte more", () => {
  expect(cut([Buffer.from("12345\n")], 5)).toMatchObject({ lines: ["12345"], isOver: false });
  expect(cut([Buffer.from("123456\n")], 5)).toMatchObject({ lines: [], isOver: true });
  expect(cut([Buffer.from("1\n12"), Buffer.from("3456")], 5)).toMatchObject({ lines: ["1"], isOver: true });
});

it("the beginning of a line is known to be no line", () => {
  expect(cut([Buffer.from("a\nbc")], 9)).toEqual({ lines: ["a"], isOver: false, rest: 2 });
});

it("bytes that are no UTF-8 are no text", () => {
  expect(textOf(Buffer.from([0x61, 0xff]))).toBeNull();
  expect(textOf(Buffer.from("é"))).toBe("é");
});
