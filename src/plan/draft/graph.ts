import type { Draft, Task } from "./draft.ts";

type Linked = Pick<Task, "id" | "after">;

/** The ids of a cycle, the first again at the end; `null`: there is none. Links to unknown tasks are skipped. */
export function cycleIn(tasks: readonly Linked[]): readonly string[] | null {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const done = new Set<string>();
  for (const { id } of tasks) {
    const found = cycleFrom(id, { byId, done });
    if (found !== null) return found;
  }
  return null;
}

function cycleFrom(
  first: string,
  { byId, done }: { byId: ReadonlyMap<string, Linked>; done: Set<string> },
): readonly string[] | null {
  const path: string[] = [];
  const visit = (id: string): readonly string[] | null => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    if (done.has(id)) return null;
    path.push(id);
    for (const before of byId.get(id)?.after ?? []) {
      const found = visit(before);
      if (found !== null) return found;
    }
    path.pop();
    done.add(id);
    return null;
  };
  return visit(first);
}

/** All tasks that each of them comes after, however far back. Of tasks without a cycle. */
export function ancestorsOf(tasks: readonly Linked[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const known = new Map<string, Set<string>>();
  const of = (id: string): Set<string> => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = new Set<string>();
    known.set(id, found);
    for (const parent of byId.get(id)?.after ?? []) {
      found.add(parent);
      for (const other of of(parent)) found.add(other);
    }
    return found;
  };
  for (const { id } of tasks) of(id);
  return known;
}

/** Two tasks that touch the same files, and of which neither waited for the other. */
export interface Overlap {
  readonly first: string;
  readonly second: string;
  readonly files: readonly string[];
}

export interface OrderedDraft {
  readonly draft: Draft;
  /** Each became a dependency of the second on the first. */
  readonly overlaps: readonly Overlap[];
}

/**
 * Lets tasks that would write the same files run one after the other: two agents that edit one file at once cost a
 * conflict and another attempt. Tasks get their place by what they already wait for, then by the order in which they
 * are written, so that no new link can close a cycle.
 */
export function orderOverlaps(draft: Draft): OrderedDraft {
  const ordered = inOrder(draft.tasks);
  const after = new Map(draft.tasks.map(({ id, after: before }) => [id, [...before]]));
  const overlaps: Overlap[] = [];
  for (const [place, second] of ordered.entries()) {
    for (const first of ordered.slice(0, place).toReversed()) {
      const files = shared(first, second);
      if (files.length === 0) continue;
      const links = draft.tasks.map(({ id }) => ({ id, after: after.get(id) ?? [] }));
      if (ancestorsOf(links).get(second.id)?.has(first.id) === true) continue;
      after.get(second.id)?.push(first.id);
      overlaps.push({ first: first.id, second: second.id, files });
    }
  }
  const tasks = draft.tasks.map((task) => ({ ...task, after: after.get(task.id) ?? task.after }));
  return { draft: { ...draft, tasks }, overlaps };
}

function shared(one: Task, other: Task): readonly string[] {
  const own = new Set(one.files.map(({ path }) => path));
  return [...new Set(other.files.map(({ path }) => path))].filter((path) => own.has(path));
}

/** Each after those that it waits for; else as written. */
export function inOrder<T extends Linked>(tasks: readonly T[]): readonly T[] {
  const left = [...tasks];
  const placed = new Set<string>();
  const ordered: T[] = [];
  while (left.length > 0) {
    const next = left.findIndex(({ after }) => after.every((id) => placed.has(id)));
    // Of a plan with a cycle or an unknown link, which is refused elsewhere, the rest comes as it is.
    const [task] = left.splice(Math.max(next, 0), 1);
    if (task === undefined) break;
    placed.add(task.id);
    ordered.push(task);
  }
  return ordered;
}
