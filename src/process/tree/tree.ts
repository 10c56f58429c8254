import { markOf } from "./marker.ts";
import { systemCode } from "../run/patience.ts";
import { readEntries, readProcesses, signalProcess, type ProcessRow } from "./proc.ts";

/** The leader leads its own process group. */
export interface Tree {
  readonly leader: number;
  /** The leader is a wrapper around a PID namespace. */
  readonly wrapped: boolean;
  /** The run mark where there is no namespace: finds children that left the group. */
  readonly run: string | null;
}

export function askToEnd(tree: Tree): void {
  if (!tree.wrapped) {
    signalGroup(tree.leader, "SIGTERM");
    return;
  }
  const guests = guestsOf(tree.leader, readProcesses() ?? []);
  for (const guest of guests) signalProcess(guest, "SIGTERM");
  // No program inside yet: nothing to wait for.
  if (guests.length === 0) forceEnd(tree);
}

/**
 * Ends what is there (a wrapper's death ends its namespace) and returns what still lives: a signal is not yet a death.
 * bubblewrap exits before its namespace is gone; its init stays in the group until then.
 */
export function forceEnd(tree: Tree): ProcessRow[] {
  const hasGroup = signalGroup(tree.leader, "SIGKILL");
  if (!hasGroup && tree.run === null) return [];
  const living = (readProcesses() ?? []).filter((row) => row.group === tree.leader || isStraggler(tree, row));
  for (const row of living) signalProcess(row, "SIGKILL");
  return living;
}

/** Halts all of it. Those outside the group may fork meanwhile, so look until no new one appears. */
export function stopTree(tree: Tree): void {
  signalGroup(tree.leader, "SIGSTOP");
  const known = new Set<string>();
  for (let pass = 0; pass < mostPasses; pass++) {
    const fresh = outsidersOf(tree).filter((row) => !known.has(`${row.pid}@${row.startTime}`));
    if (fresh.length === 0) return;
    for (const row of fresh) {
      known.add(`${row.pid}@${row.startTime}`);
      signalProcess(row, "SIGSTOP");
    }
  }
}

/** The group last: a parent must not find its child stopped. */
export function continueTree(tree: Tree): void {
  for (const row of outsidersOf(tree)) signalProcess(row, "SIGCONT");
  signalGroup(tree.leader, "SIGCONT");
}

export function membersOf(tree: Tree): ProcessRow[] {
  const rows = readProcesses() ?? [];
  const family = familyOf(tree.leader, rows);
  return rows.filter((row) => row.group === tree.leader || family.has(row.pid) || isStraggler(tree, row));
}

/** Against a program that forks faster than we look. */
const mostPasses = 100;

/** Left the group: found by descent, or by its mark. */
function outsidersOf(tree: Tree): ProcessRow[] {
  return membersOf(tree).filter((row) => row.group !== tree.leader);
}

function familyOf(leader: number, rows: readonly ProcessRow[]): Set<number> {
  const children = Map.groupBy(rows, (row) => row.parent);
  const family = new Set([leader]);
  // A set visits what is added meanwhile.
  for (const parent of family) for (const child of children.get(parent) ?? []) family.add(child.pid);
  return family;
}

function isStraggler(tree: Tree, row: ProcessRow): boolean {
  return tree.run !== null && markOf(readEntries(row.pid))?.run === tree.run;
}

/**
 * The program and its group inside a namespace. Not the wrapper, which would take all others with it, nor the
 * namespace's init, which ignores the signal.
 */
function guestsOf(leader: number, rows: readonly ProcessRow[]): ProcessRow[] {
  const inits = new Set(rows.filter((row) => row.parent === leader).map((row) => row.pid));
  return rows.filter(
    (row) => (row.group === leader || inits.has(row.parent)) && row.pid !== leader && !inits.has(row.pid),
  );
}

/** `false`: no such group. */
function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}
