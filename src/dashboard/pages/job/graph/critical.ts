/** A sheet, what it waits for, and how long it is worked on: measured so far, or as long as others took. */
export interface Piece {
  readonly id: string;
  readonly after: readonly string[];
  readonly ms: number;
}

/** The chain of sheets that decides how long the whole job takes: the longest by work, first to last. */
export function criticalPath(pieces: readonly Piece[]): readonly string[] {
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  const known = new Map<string, { readonly ms: number; readonly before: string | null }>();
  for (const id of inOrder(pieces)) {
    const piece = byId.get(id);
    if (piece === undefined) continue;
    let best: { ms: number; before: string | null } = { ms: 0, before: null };
    for (const other of piece.after) {
      const { ms } = known.get(other) ?? { ms: 0 };
      if (byId.has(other) && (best.before === null || ms > best.ms)) best = { ms, before: other };
    }
    known.set(id, { ms: best.ms + piece.ms, before: best.before });
  }
  let last: string | null = null;
  for (const [id, { ms }] of known) if (last === null || ms > (known.get(last)?.ms ?? 0)) last = id;
  const path: string[] = [];
  for (let id = last; id !== null; id = known.get(id)?.before ?? null) path.unshift(id);
  return path;
}

/** Each after those that it waits for; without recursion, since a chain may be ten thousand long. */
function inOrder(pieces: readonly Piece[]): readonly string[] {
  const left = new Map(pieces.map(({ id, after }) => [id, new Set(after).size]));
  const next = new Map<string, string[]>();
  for (const { id, after } of pieces)
    for (const other of new Set(after)) next.set(other, [...(next.get(other) ?? []), id]);
  const order = pieces.filter(({ after }) => after.length === 0).map(({ id }) => id);
  for (const id of order)
    for (const follower of next.get(id) ?? []) {
      const rest = (left.get(follower) ?? 0) - 1;
      left.set(follower, rest);
      if (rest === 0) order.push(follower);
    }
  return order;
}
