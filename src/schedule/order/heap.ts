/** A queue whose values come out smallest first. */
export interface Heap<T> {
  push(item: T): void;
  /** The smallest, which stays. */
  peek(): T | undefined;
  /** The smallest, which goes. */
  pop(): T | undefined;
}

/** Of two items that are not before each other, either may come out first. */
export function makeHeap<T extends object>(isBefore: (one: T, other: T) => boolean): Heap<T> {
  // As a tree: the children of the item at `at` are at `2 * at + 1` and `2 * at + 2`, and none is before its parent.
  const items: T[] = [];

  const rise = (item: T, from: number): void => {
    let at = from;
    for (let above = (at - 1) >> 1; at > 0; above = (at - 1) >> 1) {
      const parent = items[above];
      if (parent === undefined || !isBefore(item, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  };

  const sink = (item: T): void => {
    let at = 0;
    for (;;) {
      const left = items[2 * at + 1];
      const right = items[2 * at + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || !isBefore(child, item)) break;
      items[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    items[at] = item;
  };

  return {
    push: (item) => rise(item, items.length),
    peek: () => items[0],
    pop: () => {
      const first = items[0];
      const last = items.pop();
      if (last !== undefined && items.length > 0) sink(last);
      return first;
    },
  };
}
