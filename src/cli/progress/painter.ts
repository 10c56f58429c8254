import { clip } from "../../base/text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A line that is painted; its style is put on after it was cut. */
export interface Row {
  readonly text: string;
  readonly style?: (text: string) => string;
}

/** Lines at the foot of the terminal that are painted over in place. Lines put above them scroll by. */
interface Painter {
  paint(rows: readonly Row[], above?: string): void;
  /** Takes what was painted away. */
  clear(): void;
  /** How many rows have room. */
  room(): number;
}

const escape = "\u001b[";
const up = (lines: number): string => (lines === 0 ? "" : `${escape}${lines}A`);
const endOfLine = `${escape}K\n`;
const eraseBelow = `${escape}0J`;

/**
 * No row is wider than the terminal, or the count of lines to go up would be wrong. Lines are written over and never
 * erased as a whole from the top of the screen: some terminals take that for a cleared screen, and keep a copy of it in
 * their history.
 */
export function makePainter(terminal: Terminal): Painter {
  let painted: readonly number[] = [];
  // A terminal that was made narrower since has broken wide rows in two.
  const height = (): number =>
    painted.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / sizeOf(terminal.columns(), 80))), 0);
  const room = (): number => Math.max(1, sizeOf(terminal.rows(), 24) - 2);
  return {
    room,
    paint: (rows, above = "") => {
      const widest = Math.max(20, sizeOf(terminal.columns(), 80) - 1);
      const cut = rows.slice(0, room()).map(({ text, style = same }) => ({ text: clip(text, widest), style }));
      const lines = [...linesOf(above), ...cut.map(({ text, style }) => style(text))];
      terminal.raw(`${up(height())}${lines.map((line) => `${line}${endOfLine}`).join("")}${eraseBelow}`);
      painted = cut.map(({ text }) => text.length);
    },
    clear: () => {
      if (painted.length > 0) terminal.raw(`${up(height())}${endOfLine.repeat(height())}${up(height())}`);
      painted = [];
    },
  };
}

function same(text: string): string {
  return text;
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** Some terminals say that they have no size. */
function sizeOf(said: number | undefined, usual: number): number {
  return said === undefined || said === 0 ? usual : said;
}
