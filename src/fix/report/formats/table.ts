import { clip, plural } from "../../../base/text.ts";
import { costText, inLine, timeText } from "../text.ts";
import { beginningOf, middleOf, padEnd, padStart, widthOf, wrapped } from "./width.ts";
import type { FixReport, SheetReport } from "../shape.ts";
import { type SheetCell, cellsOf, detailsOf, headline, isAllGood, notes, signOf, spentLine } from "../summary.ts";

interface TableHow {
  /** Columns of the terminal; absent: nothing is cut. */
  readonly width?: number | undefined;
  /** Rows; sheets without problems are dropped first. */
  readonly most?: number;
}

const always: readonly SheetCell[] = ["asked", "fixed", "left", "new"];
/** Without room, the first of these are dropped first. */
const where: readonly SheetCell[] = ["by", "tries", "cost", "time"];

function sumsOf({ total }: FixReport): Readonly<Record<SheetCell, string>> {
  const { asked, fixed, remaining, introduced, attempts, costUsd, tookMs } = total;
  return {
    asked: String(asked),
    fixed: String(fixed),
    left: String(remaining),
    new: String(introduced),
    by: "",
    tries: String(attempts),
    cost: costText(costUsd),
    time: timeText(tookMs),
  };
}

const widestBy = 24;
const narrowestName = 12;
const usualMost = 60;
/** Texts of tools and agents may be very long. */
const longestWhy = 2_000;
const gap = "  ";

/** The end of a job for people: a row per sheet, sums, notes. */
export function tableLines(
  report: FixReport,
  { width = Infinity, most = usualMost }: TableHow = {},
): readonly string[] {
  const rows = shownSheets(report.sheets, most);
  const hidden = report.sheets.length - rows.length;
  const hiddenGood = report.sheets.filter(isAllGood).length - rows.filter(isAllGood).length;
  return [
    ...(rows.length === 0 ? [] : laidOut(report, rows, width)),
    ...(hidden === 0 ? [] : [`… and ${plural(hidden, "more sheet")}, ${hiddenGood} of them all fixed`]),
    ...rows.flatMap((sheet) => detailLines(sheet, width)),
    ...(rows.length === 0 ? [] : [""]),
    headline(report),
    ...(report.sheets.length === 0 ? [] : [spentLine(report.total)]),
    ...notes(report),
  ];
}

function detailLines(sheet: SheetReport, width: number): readonly string[] {
  return detailsOf(sheet).flatMap((words) => {
    const text = `${signOf(sheet)} ${inLine(sheet.name)}: ${words}`;
    const [first = "", ...rest] = wrapped(clip(text, longestWhy), Math.max(width - hanging.length, narrowestName));
    return [first, ...rest.map((line) => hanging + line)];
  });
}

const hanging = "    ";

/** In the order of the record; if too many, those with problems first. */
function shownSheets(sheets: readonly SheetReport[], most: number): readonly SheetReport[] {
  if (sheets.length <= most) return sheets;
  const bad = sheets.filter((sheet) => !isAllGood(sheet)).slice(0, most);
  const chosen = new Set([...bad, ...sheets.filter(isAllGood).slice(0, most - bad.length)]);
  return sheets.filter((sheet) => chosen.has(sheet));
}

function laidOut(report: FixReport, rows: readonly SheetReport[], width: number): readonly string[] {
  const names = rows.map(({ name }) => inLine(name));
  const cells = [...rows.map((sheet) => cellsOf(sheet)), sumsOf(report)].map((cell) =>
    width === Infinity ? cell : { ...cell, by: beginningOf(cell.by, widestBy) },
  );
  const widthFor = (column: SheetCell): number =>
    cells.reduce((widest, cell) => Math.max(widest, widthOf(cell[column])), widthOf(column));
  const roomFor = (columns: readonly SheetCell[]): number =>
    2 + columns.reduce((sum, column) => sum + widthFor(column) + gap.length, 0);
  const columns =
    where
      .map((_, dropped) => [...always, ...where.slice(dropped)])
      .find((some) => roomFor(some) + narrowestName <= width) ?? always;
  const widest = Math.max(...names.map(widthOf), "in all".length);
  const nameWidth = Math.min(widest, Math.max(narrowestName, width - roomFor(columns)));
  const widths = columns.map(widthFor);
  const line = (sign: string, name: string, shown: readonly string[]): string =>
    `${sign} ${padEnd(middleOf(name, nameWidth), nameWidth)}${shown.map((cell, index) => gap + padStart(cell, widths[index] ?? 0)).join("")}`.trimEnd();
  return [
    line(" ", "", columns),
    ...cells.map((cell, row) => {
      const sheet = rows[row];
      const shown = columns.map((column) => cell[column]);
      return sheet === undefined ? line(" ", "in all", shown) : line(signOf(sheet), names[row] ?? "", shown);
    }),
  ];
}
