import type { Match } from "./match.ts";

/** Tokens `from` to `to` of the base became those from `first` to `last` of a side. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

export function editsOf(match: Match, length: number): readonly Edit[] {
  const edits: Edit[] = [];
  let [from, first] = [0, 0];
  const close = (to: number, last: number): void => {
    if (to > from || last > first) edits.push({ from, to, first, last });
  };
  for (const [at, there] of match.entries()) {
    if (there < 0) continue;
    close(at, there);
    [from, first] = [at + 1, there + 1];
  }
  close(match.length, length);
  return edits;
}

/** Edits of both sides that meet: one or several of each, or of one side only. */
export interface Cluster {
  readonly from: number;
  readonly to: number;
  readonly ours: readonly Edit[];
  readonly theirs: readonly Edit[];
}

/** Edits that only touch do not meet: each keeps its place. */
export function clustersOf(ours: readonly Edit[], theirs: readonly Edit[]): readonly Cluster[] {
  const all = [
    ...ours.map((edit) => ({ edit, side: "ours" as const })),
    ...theirs.map((edit) => ({ edit, side: "theirs" as const })),
  ].sort((one, other) => one.edit.from - other.edit.from || one.edit.to - other.edit.to);
  const clusters: { from: number; to: number; ours: Edit[]; theirs: Edit[] }[] = [];
  for (const { edit, side } of all) {
    const last = clusters.at(-1);
    if (last !== undefined && meets(last, edit)) {
      last[side].push(edit);
      last.to = Math.max(last.to, edit.to);
    } else {
      const fresh = { from: edit.from, to: edit.to, ours: [] as Edit[], theirs: [] as Edit[] };
      fresh[side].push(edit);
      clusters.push(fresh);
    }
  }
  return clusters;
}

function meets({ from, to }: Pick<Edit, "from" | "to">, edit: Edit): boolean {
  if (from === to) return edit.from === edit.to && edit.from === from;
  return edit.from < to;
}
