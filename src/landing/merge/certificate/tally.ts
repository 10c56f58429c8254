/** How often each word or sign is in a text. Separators are left out: a list needs them by its form. */
export type Tally = ReadonlyMap<string, number>;

export function wordsOf(text: string): readonly string[] {
  return text.match(/[\w\u0080-\uFFFF]+|[^\s\w\u0080-\uFFFF]/g) ?? [];
}

export function tallyOf(words: readonly string[]): Tally {
  const counts = new Map<string, number>();
  for (const word of words) if (word !== "," && word !== ";") counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How often a word may be in a merge of two sides. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/**
 * Lines that both added may be there once or twice, and the same for lines that both removed; a line that one added and
 * the other removed is there as both want it.
 */
export function boundsOf(base: number, ours: number, theirs: number): Bounds {
  const [mine, yours] = [ours - base, theirs - base];
  const sum = Math.max(0, base + mine + yours);
  if (mine > 0 && yours > 0) return { least: base + Math.max(mine, yours), most: sum };
  if (mine < 0 && yours < 0) return { least: sum, most: base + Math.min(mine, yours) };
  return { least: sum, most: sum };
}
