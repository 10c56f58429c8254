import type { BadCase } from "./bad-case.ts";
import { odd } from "./bad-case.ts";
import { wholeMozart } from "./whole-mozart.ts";
import { besideWhole, wholeNative } from "./whole-scores.ts";

type Path = readonly (string | number)[];

const wrongValues: readonly unknown[] = [null, true, -1, 1e300, "", "\0", "text", [null], {}, { key: 1 }];

/** Every key there is with every kind of value: some are right, and all the others must be told. */
export function wrongTypes(): readonly BadCase[] {
  return [...wholes("native", wholeNative), ...wholes("mozart", wholeMozart)];
}

function wholes(kind: string, whole: object): readonly BadCase[] {
  return pathsIn(whole).flatMap((path) =>
    wrongValues.map((value) =>
      odd(
        `${kind} ${path.join(".")}: ${JSON.stringify(value)}`,
        JSON.stringify(replaced(whole, path, value)),
        besideWhole,
      ),
    ),
  );
}

/** Where something stands: every key, and the first entry of every list. */
export function pathsIn(value: unknown): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value)
    ? value.map((item: unknown, place): [number, unknown] => [place, item])
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[key], ...pathsIn(inner).map((path) => [key, ...path])]);
}

export function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value))
    return value.map((item: unknown, place) => (place === step ? replaced(item, rest, by) : item));
  return { ...(value as object), [step]: replaced((value as Record<string, unknown>)[step], rest, by) };
}
