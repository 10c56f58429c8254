import type { EpochMs, SheetId } from "../base/ids.ts";
import type { Plan } from "../score/plan/plan.ts";
import { isUnderWay } from "../sheet/collisions/collisions.ts";
import { isGood } from "../sheet/outcome.ts";
import { type SheetState, fresh } from "../sheet/state.ts";
import { makeHeap } from "./order/heap.ts";

/**
 * The conditions that the sheets of a job wait for, kept up to date event by event: no question looks at the whole
 * plan.
 */
export interface Agenda {
  /** The state of a sheet is now this one. */
  note(sheet: SheetId, state: SheetState): void;
  next(ask: Ask): Next;
  /** The sheets that wait to land and may, or are landing, in the order of the plan. */
  candidates(): readonly SheetId[];
  /** How many sheets are in a state. */
  count(kind: SheetState["kind"]): number;
  readonly running: number;
  /** How many run or have a result that has not come to rest. */
  readonly busy: number;
  /** How many have not ended well, or not yet. */
  readonly notGood: number;
}

interface Ask {
  readonly now: EpochMs;
  /** How many sheets may run at once. */
  readonly limit: number;
  /** Whether a sheet that could start may; asked in the order of the plan, and not more often than needed. */
  readonly accepts?: (sheet: SheetId) => boolean;
}

export interface Next {
  /** To be started now, in this order. */
  readonly start: readonly SheetId[];
  /** When the next sheet may start that only waits for its time. */
  readonly wakeAt: EpochMs | null;
}

/**
 * Sheets start in the order of the plan, when their dependencies are good and their time has come. The order of the
 * plan starves no sheet: a sheet ahead runs only as often as its budgets allow.
 *
 * A sheet that is not among the states has not had an event yet. `isExclusive`: sheets share a folder, so the next one
 * starts when the one before has come to rest.
 */
export function makeAgenda(plan: Plan, states: ReadonlyMap<SheetId, SheetState>, isExclusive: boolean): Agenda {
  const lines = linesOf(plan);
  const byId = new Map(lines.map((line) => [line.id, line]));
  const counts: Partial<Record<SheetState["kind"], number>> = { waiting: lines.length };
  const count = (kind: SheetState["kind"]): number => counts[kind] ?? 0;
  const busy = (): number => count("running") + count("captured") + count("landing");
  const toLand = makePlaces(lines.length);
  /** Lines that let a sheet come to rest first. */
  const behind = new Map<SheetId, Set<Line>>();
  const isHeldBack = ({ state }: Line): boolean =>
    state.kind === "waiting" && state.behind !== undefined && isUnderWay(byId.get(state.behind)?.state ?? fresh);
  const startable = makeStartable(lines, isHeldBack);

  const note = (sheet: SheetId, state: SheetState): void => {
    const line = byId.get(sheet);
    // A score that was changed may no longer have it.
    if (line === undefined) return;
    const before = line.state;
    line.state = state;
    counts[before.kind] = count(before.kind) - 1;
    counts[state.kind] = count(state.kind) + 1;
    if ((state.kind === "captured" && state.isApproved) || state.kind === "landing") toLand.add(line.place);
    else toLand.delete(line.place);
    if (state.kind === "waiting" && state.behind !== undefined)
      behind.set(state.behind, (behind.get(state.behind) ?? new Set()).add(line));
    startable.settle(line);
    for (const other of behind.get(sheet) ?? []) startable.settle(other);
    if (isGood(before) === isGood(state)) return;
    for (const dependant of line.dependants) {
      dependant.missing += isGood(state) ? -1 : 1;
      startable.settle(dependant);
    }
  };
  for (const [sheet, state] of states) note(sheet, state);

  return {
    note,
    next: ({ now, limit, accepts }) => {
      const hasFailed =
        count("failed") > 0 && lines.some(({ state, competes }) => state.kind === "failed" && !competes);
      if (plan.stopOnFailure && hasFailed) return { start: [], wakeAt: null };
      const wakeAt = startable.ripen(now);
      const free = isExclusive ? Math.min(limit, busy() > 0 ? 0 : 1) : limit - count("running");
      return { start: startable.first(free, accepts), wakeAt };
    },
    candidates: () => idsAt(lines, toLand.first(lines.length)),
    count,
    get running() {
      return count("running");
    },
    get busy() {
      return busy();
    },
    get notGood() {
      return lines.length - count("landed") - count("done") - count("skipped");
    },
  };
}

/** One sheet on the agenda. */
interface Line {
  readonly id: SheetId;
  readonly place: number;
  readonly dependants: Line[];
  /** Another sheet may do its work. */
  readonly competes: boolean;
  state: SheetState;
  /** How many of those it comes after are not good. */
  missing: number;
  /** The time it waits for, or waited for until it came. */
  wake: Wake | null;
}

interface Wake {
  readonly line: Line;
  readonly at: EpochMs;
}

function linesOf({ sheets }: Plan): readonly Line[] {
  const lines = sheets.map(
    ({ id, after, contest }, place): Line => ({
      id,
      place,
      dependants: [],
      competes: contest !== undefined,
      state: fresh,
      missing: after.length,
      wake: null,
    }),
  );
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const line of lines) for (const id of sheets[line.place]?.after ?? []) byId.get(id)?.dependants.push(line);
  return lines;
}

interface Startable {
  /** To be called whenever a line's state or what it misses has changed. */
  settle(line: Line): void;
  /** Lets everything start whose time has come; when the next one's will. */
  ripen(now: EpochMs): EpochMs | null;
  first(count: number, accepts?: (sheet: SheetId) => boolean): readonly SheetId[];
}

/** Sheets that only wait for their time, and those that wait for nothing. */
function makeStartable(lines: readonly Line[], isHeldBack: (line: Line) => boolean): Startable {
  const ready = makePlaces(lines.length);
  // Has wakes that no longer hold: a line knows which one is its own. They go when they come to the top.
  const wakes = makeHeap<Wake>((one, other) => one.at < other.at);

  const settle = (line: Line): void => {
    const { state, missing, place } = line;
    const isFree = state.kind === "waiting" && missing === 0 && !isHeldBack(line);
    const at = isFree ? state.notBefore : null;
    // A time that has come once has come, even when the clock is set back.
    if (at !== null && at === line.wake?.at) return;
    line.wake = at === null ? null : { line, at };
    if (line.wake !== null) wakes.push(line.wake);
    if (isFree && at === null) ready.add(place);
    else ready.delete(place);
  };
  for (const line of lines) settle(line);

  return {
    settle,
    ripen: (now) => {
      for (let wake = wakes.peek(); wake !== undefined; wake = wakes.peek()) {
        const isOwn = wake.line.wake === wake;
        if (isOwn && wake.at > now) return wake.at;
        if (isOwn) ready.add(wake.line.place);
        wakes.pop();
      }
      return null;
    },
    first: (count, accepts) =>
      idsAt(
        lines,
        ready.first(count, accepts === undefined ? undefined : (place) => accepts(lines[place]?.id ?? ("" as SheetId))),
      ),
  };
}

function idsAt(lines: readonly Line[], places: readonly number[]): readonly SheetId[] {
  const ids: SheetId[] = [];
  for (const place of places) {
    const line = lines[place];
    if (line !== undefined) ids.push(line.id);
  }
  return ids;
}

/** A set of places in a plan, 0 up to a size, that is read in their order. */
interface Places {
  add(place: number): void;
  delete(place: number): void;
  /** The first ones that are accepted, in order, at most so many. */
  first(count: number, accepts?: (place: number) => boolean): readonly number[];
}

/**
 * A bit for each place, and above each row of words a shorter one with a bit for each word that is not empty: adding,
 * removing and finding the next cost as many steps as there are rows, three for 10,000 places, and nothing is sorted.
 */
export function makePlaces(upTo: number): Places {
  const rows = [new Uint32Array(Math.max(1, Math.ceil(upTo / 32)))];
  for (let length = rows[0]?.length ?? 1; length > 1; ) {
    length = Math.ceil(length / 32);
    rows.push(new Uint32Array(length));
  }

  return {
    add: (place) => {
      let at = place;
      for (const row of rows) {
        row[at >>> 5] = (row[at >>> 5] ?? 0) | (1 << (at & 31));
        at >>>= 5;
      }
    },
    delete: (place) => {
      let at = place;
      for (const row of rows) {
        const rest = (row[at >>> 5] ?? 0) & ~(1 << (at & 31));
        row[at >>> 5] = rest;
        if (rest !== 0) return;
        at >>>= 5;
      }
    },
    first: (count, accepts = () => true) => {
      const found: number[] = [];
      collect(rows, { row: rows.length - 1, word: 0 }, { found, count, accepts });
      return found;
    },
  };
}

interface Collecting {
  readonly found: number[];
  readonly count: number;
  readonly accepts: (place: number) => boolean;
}

function collect(rows: readonly Uint32Array[], at: { row: number; word: number }, into: Collecting): void {
  for (let bits = rows[at.row]?.[at.word] ?? 0; bits !== 0 && into.found.length < into.count; bits &= bits - 1) {
    const below = at.word * 32 + 31 - Math.clz32(bits & -bits);
    if (at.row === 0 && into.accepts(below)) into.found.push(below);
    if (at.row > 0) collect(rows, { row: at.row - 1, word: below }, into);
  }
}
