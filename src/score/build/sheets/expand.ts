import type { SheetId } from "../../../base/ids.ts";
import type { SheetNumbers } from "../../plan/plan.ts";
import { contestantsOf } from "../../contest/schema.ts";
import type { WrittenSheet } from "../../schema/sheet.ts";
import type { Report } from "../../source/report.ts";

/** One sheet to be played, and which of those that were written it comes from. */
export interface Placed {
  readonly id: SheetId;
  readonly written: WrittenSheet;
  /** Place in the score's list. */
  readonly index: number;
  readonly numbers: SheetNumbers;
  /** The sheet before it in its group of items, when they are to be played in order. */
  readonly previous: SheetId | null;
}

export const maxSheets = 100_000;

/**
 * Every sheet that the written ones represent: copies of those that fan out, one for each group of items, else itself.
 */
export function expandSheets(sheets: readonly WrittenSheet[], report: Report): readonly Placed[] {
  const shapes = sheets.map((sheet, index) => shapeOf(sheet, index, report));
  const total_sheets = sum(shapes.map(({ count }) => count));
  if (total_sheets > maxSheets) {
    report("V020", ["sheets"], `makes ${String(total_sheets)} sheets; a job can have ${String(maxSheets)}`);
    return [];
  }
  const total_stages = sum(shapes.map(({ stages }) => stages));
  const placed: Placed[] = [];
  let stage = 1;
  for (const [index, shape] of shapes.entries()) {
    for (let copy = 1; copy <= shape.count; copy++) {
      const { id } = shape.written;
      const { items, fan_out: copies, best_of: contest } = shape.written;
      const isGroup = [items, copies, contest].some((key) => key !== undefined);
      const [start_item, end_item] = shape.itemsOf(copy, placed.length + 1);
      placed.push({
        id: (isGroup ? `${id}-${String(copy)}` : id) as SheetId,
        written: shape.written,
        index,
        numbers: {
          sheet_num: placed.length + 1,
          total_sheets,
          start_item,
          end_item,
          stage: shape.stages === 1 ? stage : stage + copy - 1,
          total_stages,
          instance: shape.stages === 1 ? copy : 1,
          fan_count: shape.stages === 1 ? shape.count : 1,
        },
        previous:
          shape.written.items?.sequential === true && copy > 1 ? (`${id}-${String(copy - 1)}` as SheetId) : null,
      });
    }
    stage += shape.stages;
  }
  return placed;
}

interface Shape {
  readonly written: WrittenSheet;
  /** Sheets it makes. */
  readonly count: number;
  /** Copies are one stage played several times; groups of items are as many stages. */
  readonly stages: number;
  readonly itemsOf: (copy: number, sheet: number) => readonly [number, number];
}

function shapeOf(written: WrittenSheet, index: number, report: Report): Shape {
  const { fan_out: copies, best_of: contest, items, item_range: range } = written;
  if ([copies, contest, items, range].filter((key) => key !== undefined).length > 1) {
    report("V011", ["sheets", index], "give only one of fan_out, best_of, items and item_range");
  }
  const contestants = contest === undefined ? 1 : contestantsOf(contest);
  if (contest !== undefined && contestants < 2)
    report("V011", ["sheets", index, "best_of"], "needs at least two: give a count, or more agents");
  if (range !== undefined && range[0] > range[1])
    report("V011", ["sheets", index, "item_range"], "ends before it begins");
  if (items !== undefined) {
    const { total, size, start } = items;
    const count = Math.max(0, Math.ceil((total - start + 1) / size));
    if (count === 0)
      report("V011", ["sheets", index, "items", "start"], "is after the last item: there would be no sheet");
    const itemsOf = (copy: number): readonly [number, number] => [
      start + (copy - 1) * size,
      Math.min(start + copy * size - 1, total),
    ];
    return { written, count, stages: count, itemsOf };
  }
  return { written, count: copies ?? contestants, stages: 1, itemsOf: (_, sheet) => range ?? [sheet, sheet] };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
