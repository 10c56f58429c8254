/** Finds many words in one pass (Aho-Corasick, over bytes). */
export interface Automaton {
  /** 0 is the start. */
  next(state: number, byte: number): number;
  /** How much of some word's start the last bytes are. */
  depth(state: number): number;
  /** Length of the longest word that ends here; 0: none. */
  found(state: number): number;
}

export function buildAutomaton(words: readonly Buffer[]): Automaton {
  const classes = classesOf(words);
  const { width } = classes;
  const most = words.reduce((sum, word) => sum + word.length, 1);
  const next = new Int32Array(most * width);
  const depth = new Uint16Array(most);
  const found = new Uint16Array(most);
  let states = 1;
  for (const word of words) {
    let state = 0;
    for (const byte of word) {
      const edge = state * width + (classes.of[byte] ?? 0);
      if (next[edge] === 0) {
        depth[states] = (depth[state] ?? 0) + 1;
        next[edge] = states++;
      }
      state = next[edge] ?? 0;
    }
    found[state] = Math.max(found[state] ?? 0, word.length);
  }
  link({ next, found, width, states });
  const { of } = classes;
  return {
    next: (state, byte) => next[state * width + (of[byte] ?? 0)] ?? 0,
    depth: (state) => depth[state] ?? 0,
    found: (state) => found[state] ?? 0,
  };
}

/** Bytes in no word are class 0: the table is as wide as the alphabet. */
function classesOf(words: readonly Buffer[]): { readonly of: Uint8Array; readonly width: number } {
  const of = new Uint16Array(256);
  let width = 1;
  for (const word of words) for (const byte of word) if (of[byte] === 0) of[byte] = width++;
  // With all 256 bytes in use, two share a class.
  return { of: Uint8Array.from(of, (one) => Math.min(one, 255)), width: Math.min(width, 256) };
}

interface Table {
  readonly next: Int32Array;
  readonly found: Uint16Array;
  readonly width: number;
  readonly states: number;
}

/** Breadth first: the fallback state is complete before it is needed. */
function link({ next, found, width, states }: Table): void {
  const fallback = new Int32Array(states);
  const queue: number[] = [];
  for (let edge = 0; edge < width; edge++) if (next[edge] !== 0) queue.push(next[edge] ?? 0);
  for (const state of queue) {
    const back = fallback[state] ?? 0;
    found[state] = Math.max(found[state] ?? 0, found[back] ?? 0);
    for (let edge = 0; edge < width; edge++) {
      const child = next[state * width + edge] ?? 0;
      const other = next[back * width + edge] ?? 0;
      if (child === 0) next[state * width + edge] = other;
      else {
        fallback[child] = other;
        queue.push(child);
      }
    }
  }
}
