import { WholeFloat } from "@tutti/jinja";

/** A float as it has to be kept: in a box where the number alone would pass for an integer. */
export function keptFloat(value: number): number | WholeFloat {
  return Number.isSafeInteger(value) ? new WholeFloat(value) : value;
}

/** The value with plain numbers, for those who calculate or compare and don't print. */
export function withoutFloats(value: unknown): unknown {
  if (value instanceof WholeFloat) return value.value;
  if (Array.isArray(value)) return value.map(withoutFloats);
  return value instanceof Map
    ? new Map([...(value as Map<unknown, unknown>)].map(([key, inner]) => [key, withoutFloats(inner)]))
    : value;
}
