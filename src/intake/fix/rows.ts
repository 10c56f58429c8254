import { middleOf, padEnd, padStart, widthOf } from "./width.ts";

interface RowsHow {
  /** Of very many rows only the first. */
  readonly most: number;
  /** Columns of the terminal; absent: there is none, and nothing is cut to fit. */
  readonly width?: number | undefined;
}

/** Beyond this no cell is read, wherever it goes. */
const widest = 1_000;
/** What is cut to fit keeps so much at least: less tells nothing. */
const narrowest = 8;
const indent = "  ";
const gap = "  ";

/**
 * Rows below their heads, in columns that are as wide as they need to be; where a line has no room for them, the widest
 * are cut in the middle. Numbers stand to the right.
 */
export function alignedRows(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { most, width = Infinity }: RowsHow,
): readonly string[] {
  const shown = [heads, ...rows.slice(0, most)].map((row) => row.map((cell) => middleOf(visible(cell), widest)));
  const isNumber = heads.map((_, column) => rows.length > 0 && rows.every((row) => /^\d+$/.test(row[column] ?? "")));
  const natural = heads.map((_, column) => Math.max(...shown.map((row) => widthOf(row[column] ?? ""))));
  const widths = fitted(natural, isNumber, width - indent.length - gap.length * (heads.length - 1));
  const lines = shown.map((row) => {
    const cells = row.map((cell, column) => {
      const room = widths[column] ?? 0;
      return isNumber[column] === true ? padStart(cell, room) : padEnd(middleOf(cell, room), room);
    });
    return `${indent}${cells.join(gap).trimEnd()}`;
  });
  return rows.length > most ? [...lines, `${indent}… and ${String(rows.length - most)} more`] : lines;
}

/** Takes from the widest column, until it is as wide as the next, what is too much; numbers are left whole. */
function fitted(natural: readonly number[], isNumber: readonly boolean[], room: number): readonly number[] {
  const widths = [...natural];
  const over = (): number => widths.reduce((sum, one) => sum + one, 0) - room;
  while (over() > 0) {
    const [first, second] = widths
      .map((width, column) => ({ width, column }))
      .filter(({ width, column }) => isNumber[column] !== true && width > narrowest)
      .sort((one, other) => other.width - one.width);
    if (first === undefined) break;
    const floor = Math.max(narrowest, second === undefined ? 0 : second.width);
    widths[first.column] = first.width - Math.min(over(), Math.max(1, first.width - floor));
  }
  return widths;
}

/** What would break the line, turn its direction or speak to the terminal is written out. */
function visible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
