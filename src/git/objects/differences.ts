import type { TreeEntry } from "./bytes/tree-bytes.ts";
import { sortKey } from "./bytes/tree-bytes.ts";

/** A place at which two lists of entries differ. A file that became a folder is two of them: gone here, new there. */
export interface Difference {
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** Walks two trees' entries side by side, in git's order. */
export function differences(from: readonly TreeEntry[], to: readonly TreeEntry[]): readonly Difference[] {
  const found: Difference[] = [];
  let left = 0;
  let right = 0;
  for (;;) {
    const before = from[left];
    const after = to[right];
    if (before === undefined && after === undefined) return found;
    const order = orderOf(before, after);
    if (order <= 0) left++;
    if (order >= 0) right++;
    if (order < 0) found.push({ before, after: undefined });
    else if (order > 0) found.push({ before: undefined, after });
    else if (before?.id !== after?.id || before?.mode !== after?.mode) found.push({ before, after });
  }
}

function orderOf(before: TreeEntry | undefined, after: TreeEntry | undefined): number {
  if (before === undefined) return 1;
  if (after === undefined) return -1;
  // Nearly all entries are the same on both sides.
  if (before.name === after.name && before.mode === after.mode) return 0;
  const one = sortKey(before);
  const other = sortKey(after);
  return one < other ? -1 : one > other ? 1 : 0;
}
