/** An id for each, no two the same: those that would be are numbered. */
export function uniqueIds(bases: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return bases.map((base) => {
    let id = base;
    // Counted on from the last: of ten thousand that are alike each would else look at all before it.
    for (let number = next.get(base) ?? 2; taken.has(id); number += 1) {
      id = `${base}-${number}`;
      next.set(base, number + 1);
    }
    taken.add(id);
    return id;
  });
}
