import { agentWords, costText, inLine, plural, timeText, untried } from "../text.ts";
import { beginningOf, middleOf, padEnd, padStart, widthOf, wrapped } from "./width.ts";
import type { FixReport, SheetReport } from "../shape.ts";
import { alsoChangedWords, headline, isAllGood, isUntried, notes, signOf, spentLine, whyOf } from "../summary.ts";

interface TableHow {
  /** Columns of the terminal; absent: there is none, and nothing is cut to fit. */
  readonly width?: number | undefined;
  /** Sheets that get a row; those that are all good are left out first. */
  readonly most?: number;
}

interface Column {
  readonly title: string;
  readonly cell: (sheet: SheetReport) => string;
  /** The widest it may be on a terminal. */
  readonly most?: number;
  /** Of the row with the sums. */
  readonly sum: (report: FixReport) => string;
}

const number = (title: string, of: "asked" | "fixed" | "remaining" | "introduced"): Column => ({
  title,
  cell: (sheet) => (of === "fixed" && sheet.unknown > 0 ? "?" : String(sheet[of])),
  sum: ({ total }) => String(total[of]),
});

const always: readonly Column[] = [
  number("asked", "asked"),
  number("fixed", "fixed"),
  number("left", "remaining"),
  number("new", "introduced"),
];

/** The first of them go first where there is no room. */
const where: readonly Column[] = [
  { title: "by", cell: ({ agents }) => inLine(agentWords(agents).join(", ")), most: 24, sum: () => "" },
  { title: "tries", cell: ({ attempts }) => String(attempts), sum: ({ total }) => String(total.attempts) },
  {
    title: "cost",
    cell: (sheet) => (isUntried(sheet) ? untried : costText(sheet.costUsd)),
    sum: ({ total }) => costText(total.costUsd),
  },
  {
    title: "time",
    cell: (sheet) => (isUntried(sheet) ? untried : timeText(sheet.tookMs)),
    sum: ({ total }) => timeText(total.tookMs),
  },
];

const narrowestName = 12;
const usualMost = 60;
/** Texts of tools and agents may be very long. */
const longestWhy = 2_000;
const gap = "  ";

/** The end of a job for people: a row for each sheet, the sums, and what else there is to say. */
export function tableLines(
  report: FixReport,
  { width = Infinity, most = usualMost }: TableHow = {},
): readonly string[] {
  const rows = shownSheets(report.sheets, most);
  const hidden = report.sheets.length - rows.length;
  const hiddenGood = report.sheets.filter(isAllGood).length - rows.filter(isAllGood).length;
  return [
    ...(rows.length === 0 ? [] : laidOut(report, rows, width)),
    ...(hidden === 0 ? [] : [`… and ${plural(hidden, "more sheet")}, ${String(hiddenGood)} of them all fixed`]),
    ...rows.flatMap((sheet) => detailLines(sheet, width)),
    ...(rows.length === 0 ? [] : [""]),
    headline(report),
    ...(report.sheets.length === 0 ? [] : [spentLine(report.total)]),
    ...notes(report),
  ];
}

/** The lines about a sheet besides its numbers. */
function detailLines(sheet: SheetReport, width: number): readonly string[] {
  const said = [isAllGood(sheet) ? "" : whyOf(sheet), alsoChangedWords(sheet)].filter((words) => words !== "");
  return said.flatMap((words) => {
    const text = `${signOf(sheet)} ${inLine(sheet.name)}: ${words}`;
    const whole = text.length <= longestWhy ? text : `${text.slice(0, longestWhy).toWellFormed()}…`;
    const [first = "", ...rest] = wrapped(whole, Math.max(width - hanging.length, narrowestName));
    return [first, ...rest.map((line) => hanging + line)];
  });
}

const hanging = "    ";

/** In the order of the record; where they are too many, those with something left before the others. */
function shownSheets(sheets: readonly SheetReport[], most: number): readonly SheetReport[] {
  if (sheets.length <= most) return sheets;
  const bad = sheets.filter((sheet) => !isAllGood(sheet)).slice(0, most);
  const chosen = new Set([...bad, ...sheets.filter(isAllGood).slice(0, most - bad.length)]);
  return sheets.filter((sheet) => chosen.has(sheet));
}

function laidOut(report: FixReport, rows: readonly SheetReport[], width: number): readonly string[] {
  const columns = columnsWithin(report, rows, width);
  const widths = columns.map((column) => widthOfColumn(column, { report, rows, width }));
  const widest = Math.max(...rows.map(({ name }) => widthOf(inLine(name))), "in all".length);
  const nameWidth = Math.min(widest, Math.max(narrowestName, width - roomOf(widths)));
  const line = (sign: string, name: string, cells: readonly string[]): string =>
    `${sign} ${padEnd(middleOf(name, nameWidth), nameWidth)}${cells.map((cell, index) => gap + padStart(cell, widths[index] ?? 0)).join("")}`.trimEnd();
  const titles = columns.map(({ title }) => title);
  return [
    line(" ", "", titles),
    ...rows.map((sheet) =>
      line(
        signOf(sheet),
        inLine(sheet.name),
        columns.map((column) => cellOf(column, sheet, width)),
      ),
    ),
    line(
      " ",
      "in all",
      columns.map(({ sum }) => sum(report)),
    ),
  ];
}

function columnsWithin(report: FixReport, rows: readonly SheetReport[], width: number): readonly Column[] {
  for (let dropped = 0; dropped < where.length; dropped += 1) {
    const columns = [...always, ...where.slice(dropped)];
    if (roomOf(columns.map((column) => widthOfColumn(column, { report, rows, width }))) + narrowestName <= width)
      return columns;
  }
  return always;
}

/** The width of the columns and the sign. */
function roomOf(widths: readonly number[]): number {
  return 2 + widths.reduce((sum, one) => sum + one + gap.length, 0);
}

function widthOfColumn(
  column: Column,
  { report, rows, width }: { report: FixReport; rows: readonly SheetReport[]; width: number },
): number {
  const { title, sum } = column;
  return rows.reduce(
    (widest, sheet) => Math.max(widest, widthOf(cellOf(column, sheet, width))),
    Math.max(widthOf(title), widthOf(sum(report))),
  );
}

function cellOf({ cell, most }: Column, sheet: SheetReport, width: number): string {
  return most === undefined || width === Infinity ? cell(sheet) : beginningOf(cell(sheet), most);
}
