/** Longer edit scripts are not looked for: time and memory grow with the square. */
const mostSteps = 1_500;

/**
 * The base with the lines that both sides changed alike: removed by both, or added by both in one place. The difference
 * between it and a side is that side's own change. `undefined`: the changes are too large to compare.
 */
export function withSharedChanges(base: string, ours: string, theirs: string): string | undefined {
  const [before, mine, yours] = [base, ours, theirs].map((text) => text.split("\n"));
  if (before === undefined || mine === undefined || yours === undefined) return undefined;
  const [one, other] = [scriptOf(before, mine), scriptOf(before, yours)];
  if (one === undefined || other === undefined) return undefined;
  const merged: string[] = [];
  for (let at = 0; at <= before.length; at += 1) {
    merged.push(...commonOf(one.added.get(at) ?? [], other.added.get(at) ?? []));
    const line = before[at];
    if (line !== undefined && !isRemovedAlike(at, one, other)) merged.push(line);
  }
  return merged.join("\n");
}

/** A line that one side moved or replaced, and the other removed, was not changed alike. */
function isRemovedAlike(at: number, one: Script, other: Script): boolean {
  if (!one.removed.has(at) || !other.removed.has(at)) return false;
  const [mine, yours] = [insteadOf(at, one), insteadOf(at, other)];
  return mine.join("\n") === yours.join("\n");
}

/** Lines that a side has in the place of one that it removed. */
function insteadOf(at: number, { removed, added }: Script): readonly string[] {
  let place = at;
  while (removed.has(place)) place += 1;
  return added.get(place) ?? [];
}

interface Script {
  /** Lines of the base, by number. */
  readonly removed: ReadonlySet<number>;
  /** Lines added before this line of the base; where lines are replaced, behind them. */
  readonly added: ReadonlyMap<number, readonly string[]>;
}

/** Myers' shortest edit script. */
function scriptOf(base: readonly string[], side: readonly string[]): Script | undefined {
  const trace = traceOf(base, side);
  if (trace === undefined) return undefined;
  const removed = new Set<number>();
  const added = new Map<number, string[]>();
  let [at, there] = [base.length, side.length];
  for (let steps = trace.length - 1; steps > 0; steps -= 1) {
    const [diagonal, reach] = [at - there, trace[steps - 1] ?? new Map<number, number>()];
    const [below, above] = [reach.get(diagonal - 1) ?? -1, reach.get(diagonal + 1) ?? -1];
    const isAddition = diagonal === -steps || (diagonal !== steps && below < above);
    const before = isAddition ? above : below;
    const beforeThere = isAddition ? before - diagonal - 1 : before - diagonal + 1;
    if (isAddition) added.set(before, [side[beforeThere] ?? "", ...(added.get(before) ?? [])]);
    else removed.add(before);
    [at, there] = [before, beforeThere];
  }
  return { removed, added: behindRemoved(added, removed) };
}

function traceOf(base: readonly string[], side: readonly string[]): readonly ReadonlyMap<number, number>[] | undefined {
  const trace: Map<number, number>[] = [];
  for (let steps = 0; steps <= Math.min(mostSteps, base.length + side.length); steps += 1) {
    const [last, reach] = [trace.at(-1) ?? new Map<number, number>(), new Map<number, number>()];
    trace.push(reach);
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const [below, above] = [last.get(diagonal - 1) ?? -1, last.get(diagonal + 1) ?? -1];
      let at = steps === 0 ? 0 : diagonal === -steps || (diagonal !== steps && below < above) ? above : below + 1;
      while (at < base.length && at - diagonal < side.length && base[at] === side[at - diagonal]) at += 1;
      reach.set(diagonal, at);
      if (at >= base.length && at - diagonal >= side.length) return trace;
    }
  }
  return undefined;
}

/** Lines that replace others belong to the place behind them, whichever of them the script has them at. */
function behindRemoved(
  added: ReadonlyMap<number, readonly string[]>,
  removed: ReadonlySet<number>,
): ReadonlyMap<number, readonly string[]> {
  const moved = new Map<number, readonly string[]>();
  for (const [place, lines] of [...added].toSorted(([one], [other]) => one - other)) {
    let at = place;
    while (removed.has(at)) at += 1;
    moved.set(at, [...(moved.get(at) ?? []), ...lines]);
  }
  return moved;
}

/** The longest common part of two short runs of lines, in order. */
function commonOf(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one.length * other.length > 1_000_000) return [];
  const rows = one.map(() => new Uint32Array(other.length + 1));
  rows.push(new Uint32Array(other.length + 1));
  const value = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const best =
        one[row] === other[column]
          ? value(row + 1, column + 1) + 1
          : Math.max(value(row + 1, column), value(row, column + 1));
      rows[row]?.fill(best, column, column + 1);
    }
  const common: string[] = [];
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    const line = one[row];
    if (line !== undefined && line === other[column]) {
      common.push(line);
      [row, column] = [row + 1, column + 1];
    } else if (value(row + 1, column) >= value(row, column + 1)) row += 1;
    else column += 1;
  }
  return common;
}
