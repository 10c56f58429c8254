const widest = 60;

/** Rows below their heads, in columns that are as wide as they need to be. Numbers stand to the right. Of very many rows only the first. */
export function alignedRows(heads: readonly string[], rows: readonly (readonly string[])[], most: number): readonly string[] {
  const shown = [heads, ...rows.slice(0, most)].map((row) => row.map((cell) => clipped(visible(cell))));
  const widths = heads.map((_, column) => Math.max(...shown.map((row) => widthOf(row[column] ?? ""))));
  const isNumber = heads.map((_, column) => rows.length > 0 && rows.every((row) => /^\d+$/.test(row[column] ?? "")));
  const lines = shown.map((row) => {
    const cells = row.map((cell, column) => {
      const room = " ".repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)));
      return isNumber[column] === true ? room + cell : cell + room;
    });
    return `  ${cells.join("  ").trimEnd()}`;
  });
  return rows.length > most ? [...lines, `  … and ${String(rows.length - most)} more`] : lines;
}

/** What would break the line, turn its direction or speak to the terminal is written out. */
function visible(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The end of a long text tells more than its middle: it is that of a path. */
function clipped(text: string): string {
  const letters = Array.from(text);
  return letters.length <= widest ? text : `…${letters.slice(1 - widest).join("")}`;
}

function widthOf(text: string): number {
  return Array.from(text).length;
}
