import { readdirSync, readFileSync } from "node:fs";

/**
 * One line of the process table. `pid` and `startTime` together name a process; a pid alone may have been given away
 * again.
 */
export interface ProcessRow {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks since boot; only ever compared for equality. */
  readonly startTime: string;
}

/** Everything alive that can be seen; `null` where there is no /proc to ask. */
export function readProcesses(): ProcessRow[] | null {
  if (process.platform !== "linux") return null;
  const rows = [];
  for (const name of readFolder("/proc")) {
    const row = /^\d+$/.test(name) ? readProcess(Number(name)) : null;
    if (row !== null) rows.push(row);
  }
  return rows.length === 0 ? null : rows;
}

/** `null` for one that is gone, and for one that is dead but not yet collected by its parent. */
export function readProcess(pid: number): ProcessRow | null {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the program's name in brackets; it may itself hold brackets and blanks.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = "X", parent, group, session] = fields;
  if (state === "Z" || state === "X") return null;
  return {
    pid,
    state,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTime: fields[19] ?? "",
  };
}

/** Processor time of a process and of the children it collected, in the kernel's ticks; 0 for one that is gone. */
export function readCpuTicks(pid: number): number {
  const stat = readText(`/proc/${pid}/stat`) ?? "";
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}

/** The environment it was started with; empty when it may not be read. */
export function readEntries(pid: number): string[] {
  return (readText(`/proc/${pid}/environ`) ?? "").split("\0");
}

/** This one, not another that got its pid meanwhile. */
export function isAlive(row: ProcessRow): boolean {
  return readProcess(row.pid)?.startTime === row.startTime;
}

export function signalProcess(row: ProcessRow, signal: NodeJS.Signals): boolean {
  if (!isAlive(row)) return false;
  try {
    return process.kill(row.pid, signal);
  } catch {
    return false;
  }
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
