/** What each of Mozart's sheets knows of its place, in Mozart's words. */
export interface SheetNumbers {
  readonly sheet_num: number;
  readonly total_sheets: number;
  readonly start_item: number;
  readonly end_item: number;
  /** Without fan-out, each sheet is a stage of its own, played once. */
  readonly stage: number;
  readonly total_stages: number;
  readonly instance: number;
  readonly fan_count: number;
}

export const numberNames = [
  "sheet_num",
  "total_sheets",
  "start_item",
  "end_item",
  "stage",
  "total_stages",
  "instance",
  "fan_count",
] as const satisfies readonly (keyof SheetNumbers)[];

interface Items {
  readonly size: number;
  readonly total_items: number;
  readonly start_item: number;
}

export function sheetCount({ size, total_items: last, start_item: first }: Items): number {
  return Math.max(0, Math.ceil((last - first + 1) / size));
}

/** The numbers of each sheet, the first to the last. */
export function sheetNumbers(items: Items): readonly SheetNumbers[] {
  const count = sheetCount(items);
  return Array.from({ length: count }, (_, index) => {
    const first = items.start_item + index * items.size;
    return {
      sheet_num: index + 1,
      total_sheets: count,
      start_item: first,
      end_item: Math.min(first + items.size - 1, items.total_items),
      stage: index + 1,
      total_stages: count,
      instance: 1,
      fan_count: 1,
    };
  });
}
