import type { Scope } from "../expression/check.ts";
import { anything, boolean, commonType, none, number, text } from "../expression/types.ts";
import type { Type } from "../expression/types.ts";
import type { Value, ValueRecord } from "../expression/value.ts";
import type { SheetNumbers } from "../plan/plan.ts";
import { withoutFloats } from "../source/whole-float.ts";

/** Names that conditions may use: a sheet's place and names, and the score's own variables, which hide those. */
export interface Scopes {
  /** Known when the score is read. */
  readonly rules: Scope;
  /** Known when the sheet could start. */
  readonly skip: Scope;
  valuesFor(sheet: { readonly id: string; readonly title: string; readonly numbers: SheetNumbers }): ValueRecord;
}

export function scopesOf(name: string, variables: ReadonlyMap<string, unknown>): Scopes {
  const own = Object.fromEntries([...variables].map(([key, value]) => [key, withoutFloats(value) as Value]));
  const ownTypes = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, typeOf(value)]));
  const rules: Scope = { ...builtInTypes, ...ownTypes };
  return {
    rules,
    skip: { ...builtInTypes, sheets: sheetsType, job: jobType, ...ownTypes },
    valuesFor: (sheet) => ({ ...sheetValues(name, sheet), ...own }),
  };
}

/** Values of a sheet, under the names that templates and conditions use. */
export function sheetValues(
  name: string,
  { id, title, numbers }: { id: string; title: string; numbers: SheetNumbers },
): Readonly<Record<string, string | number>> {
  return {
    ...numbers,
    // The words of Mozart's second generation.
    movement: numbers.stage,
    total_movements: numbers.total_stages,
    voice: numbers.instance,
    voice_count: numbers.fan_count,
    sheet: id,
    title,
    name,
  };
}

const noNumbers: SheetNumbers = {
  sheet_num: 0,
  total_sheets: 0,
  start_item: 0,
  end_item: 0,
  stage: 0,
  total_stages: 0,
  instance: 0,
  fan_count: 0,
};

const builtInTypes: Scope = Object.fromEntries(
  Object.entries(sheetValues("", { id: "", title: "", numbers: noNumbers })).map(([key, value]) => [
    key,
    typeof value === "number" ? number : text,
  ]),
);

/** Those of the names that every sheet knows which are whole numbers. */
export const numberNames: ReadonlySet<string> = new Set(
  Object.keys(builtInTypes).filter((name) => builtInTypes[name] === number),
);

/** Fields of another sheet that a condition may read. `status` has Mozart's values, `state` Tutti's. */
const sheetsType: Type = {
  kind: "map",
  keys: "either",
  of: {
    kind: "record",
    fields: { state: text, status: text, validation_passed: boolean, attempts: number, attempt_count: number },
  },
};

/** Values of the whole job that a condition may read, under Mozart's names. */
const jobType: Type = {
  kind: "record",
  fields: { job_name: text, status: text, total_sheets: number, last_completed_sheet: number, sheets: sheetsType },
};

function typeOf(value: Value): Type {
  if (value === null) return none;
  if (typeof value === "number") return number;
  if (typeof value === "string") return text;
  if (typeof value === "boolean") return boolean;
  if (Array.isArray(value))
    return {
      kind: "list",
      of: (value as readonly Value[]).map(typeOf).reduce(commonType, anyOrFirst(value as readonly Value[])),
    };
  if (!(value instanceof Map)) return anything;
  const map = value as ReadonlyMap<unknown, Value>;
  const types = [...map.values()].map(typeOf);
  const [first = anything] = types;
  return { kind: "map", keys: "either", of: types.reduce(commonType, first) };
}

function anyOrFirst([first]: readonly Value[]): Type {
  return first === undefined ? anything : typeOf(first);
}
