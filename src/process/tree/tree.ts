import { markOf } from "./marker.ts";
import { systemCode } from "../run/patience.ts";
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
 * Ends what is there now (a wrapper's death ends its namespace), and tells what it found still living: a signal is not
 * yet a death, and bubblewrap tells of its program's end before the rest of the namespace is gone. Its init sits in the
 * group until it is.
 */
export function forceEnd(tree: Tree): ProcessRow[] {
  const hasGroup = signalGroup(tree.leader, "SIGKILL");
  if (!hasGroup && tree.run === null) return [];
  const living = (readProcesses() ?? []).filter((row) => row.group === tree.leader || isStraggler(tree, row));
  for (const row of living) signalProcess(row, "SIGKILL");
  return living;
}

/**
 * Halts all of it. A group gets its signal at once. Those outside are found one by one and may fork meanwhile, so they
 * are looked for until no new one is there; one that has its signal forks no more.
 */
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

/**
 * The group comes last: one that waits for a child must not find it stopped, and take that for the child's own doing.
 */
export function continueTree(tree: Tree): void {
  for (const row of outsidersOf(tree)) signalProcess(row, "SIGCONT");
  signalGroup(tree.leader, "SIGCONT");
}

/** All of it that can be seen. */
export function membersOf(tree: Tree): ProcessRow[] {
  const rows = readProcesses() ?? [];
  const family = familyOf(tree.leader, rows);
  return rows.filter((row) => row.group === tree.leader || family.has(row.pid) || isStraggler(tree, row));
}

/** Against a program that forks faster than it can be looked for. */
const mostPasses = 100;

/** What belongs to the tree and left its group: by descent, which a namespace can't lose, or by its mark. */
function outsidersOf(tree: Tree): ProcessRow[] {
  return membersOf(tree).filter((row) => row.group !== tree.leader);
}

function familyOf(leader: number, rows: readonly ProcessRow[]): Set<number> {
  const children = Map.groupBy(rows, (row) => row.parent);
  const family = new Set([leader]);
  // A set goes on to what is added while it is walked.
  for (const parent of family) for (const child of children.get(parent) ?? []) family.add(child.pid);
  return family;
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
  return rows.filter(
    (row) => (row.group === leader || inits.has(row.parent)) && row.pid !== leader && !inits.has(row.pid),
  );
}

/** `false` when there is no such group any more. */
function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}
