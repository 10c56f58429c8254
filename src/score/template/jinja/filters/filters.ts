import { fault } from "../fault.ts";
import { listFilters } from "./list-filters.ts";
import { numberFilters } from "./number-filters.ts";
import { orderFilters } from "./order-filters.ts";
import type { Filter } from "../values/value.ts";
import { textFilters } from "./text-filters.ts";

export const filters: ReadonlyMap<string, Filter> = new Map([
  ...textFilters,
  ...numberFilters,
  ...listFilters,
  ...orderFilters,
]);

export function filterNamed(name: string): Filter {
  const filter = filters.get(name);
  if (filter === undefined) throw fault(`unknown filter: filter ${name} is unknown`);
  return filter;
}
