import { markOf } from "./marker.ts";
import { systemCode } from "./patience.ts";
import { readEntries, readProcesses, signalProcess, type ProcessRow } from "./proc.ts";

/** A running program with all it started. The leader leads its own process group. */
export interface Tree {
  readonly leader: number;
  /** The leader is a wrapper that holds the program in a PID namespace. */
  readonly wrapped: boolean;
  /** Value of the run mark where there is no namespace, so that children that left the group can be found. */
  readonly run: string | null;
}

/** The polite signal, to everything that can act on it. */
export function askToEnd(tree: Tree): void {
  if (!tree.wrapped) {
    signalGroup(tree.leader, "SIGTERM");
    return;
  }
  const guests = guestsOf(tree.leader, readProcesses() ?? []);
  for (const guest of guests) signalProcess(guest, "SIGTERM");
  // Nobody inside yet: there is no work to put away, and waiting for the grace to pass would only cost time.
  if (guests.length === 0) forceEnd(tree);
}

/**
 * Ends what is there now (a wrapper's death ends its namespace), and tells what it found still living: a signal is not yet a death,
 * and bubblewrap tells of its program's end before the rest of the namespace is gone. Its init sits in the group until it is.
 */
export function forceEnd(tree: Tree): ProcessRow[] {
  const hasGroup = signalGroup(tree.leader, "SIGKILL");
  if (!hasGroup && tree.run === null) return [];
  const living = (readProcesses() ?? []).filter((row) => row.group === tree.leader || isStraggler(tree, row));
  for (const row of living) signalProcess(row, "SIGKILL");
  return living;
}

/** One that left the group but kept the environment, where there is no namespace to hold it. */
function isStraggler(tree: Tree, row: ProcessRow): boolean {
  return tree.run !== null && markOf(readEntries(row.pid))?.run === tree.run;
}

/**
 * The program and its group inside a namespace. The wrapper is left out, because it dies of the polite signal and takes
 * all the others with it at once, and so is its child, the namespace's init, which is deaf to it.
 */
function guestsOf(leader: number, rows: readonly ProcessRow[]): ProcessRow[] {
  const inits = new Set(rows.filter((row) => row.parent === leader).map((row) => row.pid));
  return rows.filter((row) => (row.group === leader || inits.has(row.parent)) && row.pid !== leader && !inits.has(row.pid));
}

/** `false` when there is no such group any more. */
function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}
