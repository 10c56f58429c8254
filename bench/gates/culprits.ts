/** Which of so many are bad: the same ones for the same seed, anywhere among them. */
export function culpritsAmong(count: number, share: number, seed: number): ReadonlySet<number> {
  const random = numbersFrom(seed);
  const places = Array.from({ length: count }, (_, place) => ({ place, rank: random() }));
  return new Set(
    places
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, Math.round(count * share))
      .map(({ place }) => place),
  );
}

/** From 0 to 1, as evenly spread as is needed here. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
