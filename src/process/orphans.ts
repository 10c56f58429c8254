import { markOf, type Mark } from "./marker.ts";
import { readEntries, readProcesses, type ProcessRow } from "./proc.ts";
import type { ProcessRole } from "./process.ts";

/** A process that an earlier conductor of this home started and did not see to its end. */
export interface Orphan extends ProcessRow {
  readonly role: ProcessRole;
}

/** `unknown`: this system does not let us look, so a caller must not take it for "none". */
export type OrphanSearch =
  | { readonly kind: "found"; readonly orphans: readonly Orphan[] }
  | { readonly kind: "unknown"; readonly why: string };

export function findOrphans(homeHash: string, currentEpoch: number): OrphanSearch {
  const rows = readProcesses();
  if (rows === null) return { kind: "unknown", why: `processes cannot be listed on ${process.platform}` };
  const isOrphaned = (mark: Mark): boolean => mark.homeHash === homeHash && mark.epoch !== currentEpoch;
  return {
    kind: "found",
    orphans: orphansAmong({ rows, self: process.pid, markOf: (pid) => markOf(readEntries(pid)), isOrphaned }),
  };
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

/** A process and all above it: whoever runs Tutti from within an agent must not be ended by it. */
function lineageOf(pid: number, rows: readonly ProcessRow[]): Set<number> {
  const parents = new Map(rows.map((row) => [row.pid, row.parent]));
  const lineage = new Set<number>();
  for (let next: number | undefined = pid; next !== undefined && !lineage.has(next); next = parents.get(next))
    lineage.add(next);
  return lineage;
}

/**
 * A program that cleared its environment carries no mark, but it still sits in the session (so also in the group) of
 * one that does.
 */
function companionsOf(marked: readonly Orphan[], strangers: readonly ProcessRow[]): Orphan[] {
  const roles = new Map(marked.map((orphan) => [orphan.session, orphan.role]));
  const known = new Set(marked.map((orphan) => orphan.pid));
  return strangers.flatMap((row) => {
    const role = roles.get(row.session);
    return role === undefined || known.has(row.pid) ? [] : [{ ...row, role }];
  });
}
