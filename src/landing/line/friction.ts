/** How results meet, by their places. */
export interface Meetings {
  /** Between two of them; the first place is the lower. */
  readonly friction: (one: number, other: number) => number;
  /** Lines that a result alters. Others may count on them, unless most alter them too. */
  readonly altered: (at: number) => readonly string[];
}

/**
 * Which results to land in which order so that most fit: those first that are least in the way of all others. Equal
 * ones as they came.
 */
export function leastFrictionFirst<T>(items: readonly T[], { friction, altered }: Meetings): readonly T[] {
  const alterers = new Map<string, number>();
  for (const line of items.flatMap((_, at) => altered(at))) alterers.set(line, (alterers.get(line) ?? 0) + 1);
  const burden = (at: number): number =>
    altered(at).filter((line) => (alterers.get(line) ?? 0) <= items.length / 2).length;
  const weights = items.map((_, at) =>
    items.reduce(
      (sum, __, other) => (other === at ? sum : sum + friction(Math.min(at, other), Math.max(at, other))),
      burden(at),
    ),
  );
  return items
    .map((item, at) => ({ item, at, weight: weights[at] ?? 0 }))
    .sort((one, other) => one.weight - other.weight || one.at - other.at)
    .map(({ item }) => item);
}
