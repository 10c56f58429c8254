import { type ProcessClock, awakeTime } from "../machine/awake.ts";
import { type Mark, markOf, servedBy } from "./marker.ts";
import { isOwnerDead } from "./owner.ts";
import { type ProcessRow, readCpuTicks, readEntries, readProcesses, signalProcess } from "./proc.ts";
import type { ProcessRole } from "../process.ts";

export interface SettleRequest {
  readonly homeHash: string;
  readonly currentEpoch: number;
  readonly limitMs: number;
  readonly clock: ProcessClock;
}

export type Settlement =
  | { readonly kind: "settled"; readonly killed: number; readonly finished: number; readonly left: readonly Orphan[] }
  | { readonly kind: "unknown"; readonly why: string };

const pollMs = 20;
/** Seconds on a machine that swaps. */
const dyingMs = 5000;

/** A git that neither used nor waited for a processor or a disk this long will not finish. */
const stillMs = 3000;

/**
 * Resolves when no orphan is left, or one can't be ended (`left`). Work is ended at once; git may finish while it
 * works, because a killed git leaves lock files.
 */
export async function settleOrphans({ homeHash, currentEpoch, limitMs, clock }: SettleRequest): Promise<Settlement> {
  const time = awakeTime(clock);
  const patienceUntil = time.now() + limitMs;
  const gits = new Set<string>();
  const stillness = new Map<number, Stillness>();
  const killed = new Set<string>();
  for (;;) {
    const search = findOrphans(homeHash, currentEpoch);
    if (search.kind === "unknown") return search;
    const now = time.now();
    noteStillness(stillness, search.orphans, now);
    for (const orphan of search.orphans) {
      if (orphan.role === "git") gits.add(nameOf(orphan));
      const isDue =
        orphan.role !== "git" || now >= patienceUntil || now - (stillness.get(orphan.session)?.since ?? now) >= stillMs;
      const isEnded = isDue && signalProcess(orphan, "SIGKILL");
      if (isEnded && orphan.role !== "launcher") killed.add(nameOf(orphan));
    }
    if (search.orphans.length === 0 || now > patienceUntil + dyingMs) {
      for (const orphan of search.orphans) gits.delete(nameOf(orphan));
      const finished = [...gits].filter((name) => !killed.has(name)).length;
      return { kind: "settled", killed: killed.size, finished, left: search.orphans };
    }
    await new Promise<void>((resolve) => time.beat(pollMs, resolve));
  }
}

interface Stillness {
  readonly sign: string;
  readonly since: number;
}

/** Per session: a git that waits for its child does nothing itself. */
function noteStillness(known: Map<number, Stillness>, orphans: readonly Orphan[], now: number): void {
  for (const [session, members] of Map.groupBy(orphans, (orphan) => orphan.session)) {
    const isWaiting = members.every(({ state }) => state === "S");
    const sign = isWaiting
      ? members.map((orphan) => `${nameOf(orphan)} ${String(readCpuTicks(orphan.pid))}`).join(" ")
      : "";
    if (sign === "" || known.get(session)?.sign !== sign) known.set(session, { sign, since: now });
  }
}

function nameOf(orphan: Orphan): string {
  return `${orphan.pid}@${orphan.startTime}`;
}

/** A process that an earlier conductor of this home left running, or a launcher that serves no process any more. */
interface Orphan extends ProcessRow {
  readonly role: ProcessRole | "launcher";
}

/** `unknown`: not visible here, which is not "none". */
type OrphanSearch =
  | { readonly kind: "found"; readonly orphans: readonly Orphan[] }
  | { readonly kind: "unknown"; readonly why: string };

export function findOrphans(homeHash: string, currentEpoch: number): OrphanSearch {
  const rows = readProcesses();
  if (rows === null) return { kind: "unknown", why: `processes cannot be listed on ${process.platform}` };
  const isOrphaned = (mark: Mark): boolean => mark.homeHash === homeHash && mark.epoch !== currentEpoch;
  const marked = orphansAmong({ rows, self: process.pid, markOf: (pid) => markOf(readEntries(pid)), isOrphaned });
  return { kind: "found", orphans: [...marked, ...rows.flatMap(leftLauncher)] };
}

/** A launcher ends with the process it serves. Until then it may still start requested programs, in any home. */
function leftLauncher(row: ProcessRow): Orphan[] {
  const served = row.session === row.pid ? servedBy(readEntries(row.pid)) : undefined;
  return served !== undefined && isOwnerDead(served) ? [{ ...row, role: "launcher" }] : [];
}

interface Census {
  readonly rows: readonly ProcessRow[];
  readonly self: number;
  readonly markOf: (pid: number) => Mark | null;
  readonly isOrphaned: (mark: Mark) => boolean;
}

export function orphansAmong({ rows, self, markOf: markOfPid, isOrphaned }: Census): Orphan[] {
  const own = lineageOf(self, rows);
  const strangers = rows.filter((row) => !own.has(row.pid));
  const marked = strangers.flatMap((row) => {
    const mark = markOfPid(row.pid);
    return mark !== null && isOrphaned(mark) ? [{ ...row, role: mark.role }] : [];
  });
  const ownSessions = new Set(rows.filter((row) => own.has(row.pid)).map((row) => row.session));
  return [
    ...marked,
    ...companionsOf(
      marked.filter((orphan) => !ownSessions.has(orphan.session)),
      strangers,
    ),
  ];
}

/** A Tutti run by an agent must not end that agent. */
function lineageOf(pid: number, rows: readonly ProcessRow[]): Set<number> {
  const parents = new Map(rows.map((row) => [row.pid, row.parent]));
  const lineage = new Set<number>();
  for (let next: number | undefined = pid; next !== undefined && !lineage.has(next); next = parents.get(next))
    lineage.add(next);
  return lineage;
}

/** A program that cleared its environment still sits in the session of a marked one. */
function companionsOf(marked: readonly Orphan[], strangers: readonly ProcessRow[]): Orphan[] {
  const roles = new Map(marked.map((orphan) => [orphan.session, orphan.role]));
  const known = new Set(marked.map((orphan) => orphan.pid));
  return strangers.flatMap((row) => {
    const role = roles.get(row.session);
    return role === undefined || known.has(row.pid) ? [] : [{ ...row, role }];
  });
}
