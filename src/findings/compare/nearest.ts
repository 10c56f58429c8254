export interface Placed {
  readonly side: "before" | "after";
  readonly at: number;
}

/**
 * Pairs the nearest two of both sides, then the nearest two of the rest, and so on. `things` are sorted by place; of
 * equal gaps the first wins. Only neighbours can be nearest, and removing a pair makes its neighbours adjacent.
 */
export function nearestPairs<Thing extends Placed>(
  things: readonly Thing[],
): readonly (readonly [before: Thing, after: Thing])[] {
  const chain = things.map((thing, index): Link<Thing> => ({ thing, index, left: null, right: null, isPaired: false }));
  const queue = makeQueue<Thing>();
  for (const [index, link] of chain.entries()) {
    link.left = chain[index - 1] ?? null;
    link.right = chain[index + 1] ?? null;
    meet(link.left, link, queue);
  }
  const pairs: (readonly [Thing, Thing])[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    const { left, right } = next;
    if (left.isPaired || right.isPaired) continue;
    left.isPaired = right.isPaired = true;
    if (left.left !== null) left.left.right = right.right;
    if (right.right !== null) right.right.left = left.left;
    meet(left.left, right.right, queue);
    pairs.push(left.thing.side === "before" ? [left.thing, right.thing] : [right.thing, left.thing]);
  }
  return pairs;
}

interface Link<Thing> {
  readonly thing: Thing;
  readonly index: number;
  left: Link<Thing> | null;
  right: Link<Thing> | null;
  isPaired: boolean;
}

interface Neighbours<Thing> {
  readonly left: Link<Thing>;
  readonly right: Link<Thing>;
  readonly gap: number;
}

function meet<Thing extends Placed>(left: Link<Thing> | null, right: Link<Thing> | null, queue: Queue<Thing>): void {
  if (left !== null && right !== null && left.thing.side !== right.thing.side)
    queue.add({ left, right, gap: right.thing.at - left.thing.at });
}

interface Queue<Thing> {
  add(pair: Neighbours<Thing>): void;
  take(): Neighbours<Thing> | undefined;
}

/** A heap: smallest gap first, then leftmost. */
function makeQueue<Thing>(): Queue<Thing> {
  const heap: Neighbours<Thing>[] = [];
  const isBefore = (one: Neighbours<Thing>, other: Neighbours<Thing>): boolean =>
    one.gap < other.gap || (one.gap === other.gap && one.left.index < other.left.index);
  const sink = (pair: Neighbours<Thing>): void => {
    let at = 0;
    for (;;) {
      const [one, other] = [heap[2 * at + 1], heap[2 * at + 2]];
      const isOther = other !== undefined && one !== undefined && isBefore(other, one);
      const child = isOther ? other : one;
      if (child === undefined || !isBefore(child, pair)) break;
      heap[at] = child;
      at = 2 * at + (isOther ? 2 : 1);
    }
    heap[at] = pair;
  };
  return {
    add(pair) {
      let at = heap.length;
      for (
        let parent = heap[(at - 1) >> 1];
        at > 0 && parent !== undefined && isBefore(pair, parent);
        parent = heap[(at - 1) >> 1]
      ) {
        heap[at] = parent;
        at = (at - 1) >> 1;
      }
      heap[at] = pair;
    },
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) sink(last);
      return first;
    },
  };
}
