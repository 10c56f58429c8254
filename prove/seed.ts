/** Chance that can be had again: the same seed gives the same numbers, on every machine. */
export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  whole(below: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
}

export function chanceFrom(seed: number): Chance {
  let step = seed | 0;
  const next = () => {
    step = (step + golden) | 0;
    return scramble(step) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return { next, whole, pick: (list) => list[whole(list.length)] ?? list[0] };
}

/**
 * The seed of one case of many. The first case has the seed of the whole, so that the seed of a failing case,
 * given back with `--count 1`, is that case again.
 */
export function caseSeed(seed: number, index: number): number {
  return index === 0 ? seed : scramble((Math.imul(index, golden) ^ seed) | 0);
}

/** 2^32 divided by the golden ratio: steps of this size visit every number once, far apart. */
const golden = 0x9e3779b9;

/** A bijection on 32 bits in which every input bit reaches every output bit. */
function scramble(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
