import { describe, expect, it } from "vitest";
import { blockBytes, overlapBytes, ownBytes, plainText } from "./blocks.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** All blocks of a log, as the view reads them. */
function blocksOf(text: string): readonly string[] {
  const all = encoder.encode(text);
  return Array.from({ length: Math.ceil(all.length / blockBytes) }, (_, place) => {
    const from = place * blockBytes;
    return decoder.decode(ownBytes(all.subarray(from, from + blockBytes + overlapBytes), place === 0));
  });
}

describe("blocks of a log", () => {
  it("have each line once and whole, at any length", () => {
    const lines = Array.from({ length: 3_000 }, (_, place) => `${String(place)} ${"x".repeat((place * 37) % 900)}`);
    const shown = blocksOf(lines.join("\n")).flatMap((block) => block.split("\n"));
    expect(shown).toEqual(lines);
  });

  it("cut a line that is longer than a block, and lose nothing of it", () => {
    const text = `before\n${"y".repeat(10 * blockBytes)}\nafter`;
    expect(blocksOf(text).join("").replaceAll("\n", "")).toBe(text.replaceAll("\n", ""));
  });

  it("end with the log", () => {
    expect(blocksOf("a\nb\n")).toEqual(["a\nb\n"]);
  });
});

describe("the text of a log", () => {
  const plain = (text: string): string => plainText(encoder.encode(text));

  it("keeps markup as text and drops what a terminal would obey", () => {
    expect(plain("<script>alert(1)</script> \u001b[31mred\u001b[0m")).toBe("<script>alert(1)</script> red");
    expect(plain("a\u001b]0;title\u0007b\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\c")).toBe("ablinkc");
    expect(plain("\u001b[999999999b\u001b[2J\u001bc!\u001b")).toBe("!");
  });

  it("shows other controls as signs", () => {
    expect(plain("a\u0000b\u0008c\u007f\rd\r\ne")).toBe("a\u2400b\u2408c\u2421\nd\ne");
  });
});
