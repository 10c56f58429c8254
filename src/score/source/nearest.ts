/** A question to add to an error when one of the names is close to what was written, else nothing. */
export function suggestion(written: string, names: Iterable<string>): string {
  const name = nearest(written, names);
  return name === null ? "" : `; did you mean ${JSON.stringify(name)}?`;
}

/** The name that is fewest typing slips away, if it is close at all. */
export function nearest(written: string, names: Iterable<string>): string | null {
  return nearestNames(written, names)[0] ?? null;
}

/** All names that are equally close, in their order. */
export function nearestNames(written: string, names: Iterable<string>): readonly string[] {
  let best: string[] = [];
  let fewest = Math.min(3, Math.ceil(written.length / 3));
  for (const name of names) {
    if (Math.abs(name.length - written.length) > fewest) continue;
    const slips = distance(written.toLowerCase(), name.toLowerCase());
    if (slips > fewest) continue;
    if (slips < fewest) best = [name];
    else best.push(name);
    fewest = slips;
  }
  return best;
}

/** Whether a word is so close to a name that no other can have been meant. */
export function isSlip(written: string, name: string): boolean {
  return distance(written.toLowerCase(), name.toLowerCase()) <= (written.length < 5 ? 1 : 2);
}

/** Levenshtein distance: insertions, deletions and replacements that turn one word into the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (from.charAt(i) === to.charAt(j) ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
