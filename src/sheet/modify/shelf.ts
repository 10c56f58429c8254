import { TuttiError } from "../../base/error.ts";

/** A list that sheets hold places in. */
export interface Shelf<T> {
  /** Grows as things are placed. */
  readonly items: readonly T[];
  /** Where a thing stands, which is put there if it stands nowhere. `id`: the same for things that mean the same. */
  place(item: T | undefined, id: number | undefined): number;
}

/**
 * What a sheet of the job holds a place of stays where it is: an attempt under way still holds the old sheet, and must
 * find the same behind its places. What nobody holds makes room, so that a job changed often does not grow for ever.
 */
export function makeShelf<T>(
  held: readonly T[],
  { ids, used }: { readonly ids: readonly number[]; readonly used: ReadonlySet<number> },
): Shelf<T> {
  const items = [...held];
  const free = items.map((_, place) => place).filter((place) => !used.has(place));
  const places = new Map<number, number>();
  for (const place of used) {
    const id = ids[place];
    if (id !== undefined) places.set(id, place);
  }
  return {
    items,
    place: (item, id) => {
      if (item === undefined || id === undefined)
        throw new TuttiError("bug.unexpected", "a plan has a place that leads nowhere", { audience: "bug" });
      const found = places.get(id);
      if (found !== undefined) return found;
      const place = free.shift() ?? items.length;
      items[place] = item;
      places.set(id, place);
      return place;
    },
  };
}
