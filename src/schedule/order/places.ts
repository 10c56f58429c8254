/** A set of places in a plan, 0 up to a size, that is read in their order. */
export interface Places {
  add(place: number): void;
  delete(place: number): void;
  /** The first ones that are accepted, in order, at most so many. */
  first(count: number, accepts?: (place: number) => boolean): readonly number[];
}

/**
 * A bit for each place, and above each row of words a shorter one with a bit for each word that is not empty: adding,
 * removing and finding the next cost as many steps as there are rows, three for 10,000 places, and nothing is sorted.
 */
export function makePlaces(upTo: number): Places {
  const rows = [new Uint32Array(Math.max(1, Math.ceil(upTo / 32)))];
  for (let length = rows[0]?.length ?? 1; length > 1; ) {
    length = Math.ceil(length / 32);
    rows.push(new Uint32Array(length));
  }

  return {
    add: (place) => {
      let at = place;
      for (const row of rows) {
        row[at >>> 5] = (row[at >>> 5] ?? 0) | (1 << (at & 31));
        at >>>= 5;
      }
    },
    delete: (place) => {
      let at = place;
      for (const row of rows) {
        const rest = (row[at >>> 5] ?? 0) & ~(1 << (at & 31));
        row[at >>> 5] = rest;
        if (rest !== 0) return;
        at >>>= 5;
      }
    },
    first: (count, accepts = () => true) => {
      const found: number[] = [];
      collect(rows, { row: rows.length - 1, word: 0 }, { found, count, accepts });
      return found;
    },
  };
}

interface Collecting {
  readonly found: number[];
  readonly count: number;
  readonly accepts: (place: number) => boolean;
}

function collect(rows: readonly Uint32Array[], at: { row: number; word: number }, into: Collecting): void {
  for (let bits = rows[at.row]?.[at.word] ?? 0; bits !== 0 && into.found.length < into.count; bits &= bits - 1) {
    const below = at.word * 32 + 31 - Math.clz32(bits & -bits);
    if (at.row === 0 && into.accepts(below)) into.found.push(below);
    if (at.row > 0) collect(rows, { row: at.row - 1, word: below }, into);
  }
}
