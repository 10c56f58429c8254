import { describe, expect, it } from "vitest";
import { listening } from "../../../test/kit/listening.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { makePainter } from "./painter.ts";

/** A terminal as far as painting needs one: what it shows, and what has left it at the top. */
function screen(size: { columns: number; rows: number }) {
  const lines: string[] = [""];
  let row = 0;
  const raw = (text: string): void => {
    for (const [piece] of text.matchAll(/\u001b\[(?:\d*)[AJK]|\n|[^\u001b\n]+/g)) {
      const code = /\u001b\[(\d*)([AJK])/.exec(piece);
      if (code?.[2] === "A") row = Math.max(0, row - Number(code[1]));
      else if (code?.[2] === "J") lines.splice(row, Infinity, "");
      else if (piece === "\n") row += 1;
      else if (code === null) lines[row] = piece;
      lines[row] ??= "";
    }
  };
  const terminal: Terminal = { ...listening().terminal, raw, columns: () => size.columns, rows: () => size.rows };
  return { terminal, shown: () => lines.slice(0, row).map((line) => line.trimEnd()) };
}

const rows = (...texts: readonly string[]) => texts.map((text) => ({ text }));

describe("a painting at the foot of a terminal", () => {
  it("is painted over, and what is put above it scrolls by", () => {
    const { terminal, shown } = screen({ columns: 40, rows: 10 });
    const painter = makePainter(terminal);
    painter.paint(rows("one", "two", "three"));
    painter.paint(rows("four"), "over\n");
    expect(shown()).toEqual(["over", "four"]);
    painter.paint(rows("five", "six"), "over too\n");
    expect(shown()).toEqual(["over", "over too", "five", "six"]);
  });

  it("is gone when it is cleared", () => {
    const { terminal, shown } = screen({ columns: 40, rows: 10 });
    const painter = makePainter(terminal);
    painter.paint(rows("one", "two"), "stays\n");
    painter.clear();
    painter.clear();
    expect(shown()).toEqual(["stays"]);
  });

  it("has no row that is wider than the terminal, and no more rows than fit", () => {
    const { terminal, shown } = screen({ columns: 30, rows: 5 });
    makePainter(terminal).paint(rows("x".repeat(100), "2", "3", "4", "5"));
    expect(shown()).toEqual([`${"x".repeat(28)}…`, "2", "3"]);
  });

  it("is found again in a terminal that was made narrower, and breaks its rows", () => {
    const said: string[] = [];
    const size = { columns: 60 };
    const painter = makePainter({
      ...listening().terminal,
      raw: (text) => void said.push(text),
      columns: () => size.columns,
    });
    painter.paint(rows("x".repeat(50), "short"));
    size.columns = 20;
    painter.paint(rows("y"));
    expect(said[1]?.startsWith("\u001b[4A")).toBe(true);
  });

  it("never erases the whole screen, which some terminals would keep a copy of", () => {
    const said: string[] = [];
    const painter = makePainter({ ...listening().terminal, raw: (text) => void said.push(text) });
    painter.paint(rows("one"));
    painter.paint(rows("two"));
    painter.clear();
    expect(said.join("")).not.toMatch(/A\u001b\[0?J/);
  });
});
