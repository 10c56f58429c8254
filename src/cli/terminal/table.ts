import { wrap } from "./wrap.ts";
import type { Terminal } from "./terminal.ts";

interface Column {
  readonly head: string;
  /** Left out where the terminal is too narrow, those with the highest number first; without one it stays. */
  readonly rank?: number;
}

/** One row: a cell for each column, and lines that belong below it. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly below?: readonly string[];
}

/**
 * A table with a header, its columns aligned. A column that is empty in every row is left out. On a narrow terminal the
 * last column goes below its row, and then the columns that matter least are left out; elsewhere nothing is.
 */
export function tableLines(
  terminal: Terminal,
  {
    columns,
    rows,
    indent = "",
  }: { readonly columns: readonly Column[]; readonly rows: readonly TableRow[]; readonly indent?: string },
): readonly string[] {
  const room = (terminal.outColumns?.() ?? Infinity) - indent.length;
  const widths = columns.map(({ head }, at) =>
    Math.max(head.length, ...rows.map(({ cells }) => (cells[at] ?? "").length)),
  );
  const used = columns.flatMap((_, at) => (rows.some(({ cells }) => (cells[at] ?? "") !== "") ? [at] : []));
  const widthOf = (places: readonly number[]): number => places.reduce((sum, at) => sum + (widths[at] ?? 0) + 2, -2);
  const last = used.at(-1) ?? 0;
  const isLow = widthOf(used) > room && used.length > 1;
  let shown = isLow ? used.slice(0, -1) : used;
  while (widthOf(shown) > room) {
    const next = shown
      .filter((at) => columns[at]?.rank !== undefined)
      .sort((one, other) => (columns[other]?.rank ?? 0) - (columns[one]?.rank ?? 0))[0];
    if (next === undefined) break;
    shown = shown.filter((at) => at !== next);
  }
  const line = (cells: readonly string[]): string =>
    `${indent}${shown.map((at) => (cells[at] ?? "").padEnd(widths[at] ?? 0)).join("  ")}`.trimEnd();
  return [
    terminal.dim(line(columns.map(({ head }) => head.toUpperCase()))),
    ...rows.flatMap(({ cells, below = [] }) => [
      line(cells),
      ...(isLow ? wrap(cells[last] ?? "", room - 2).map((part) => `${indent}  ${part}`) : []),
      ...below,
    ]),
  ];
}

/** Lines that are the same, once, with how often. */
export function counted(lines: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
  return [...times].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
}
