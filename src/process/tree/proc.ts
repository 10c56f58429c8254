import { readdirSync, readFileSync } from "node:fs";

/** `pid` and `startTime` together name a process; pids are reused. */
export interface ProcessRow {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Ticks since boot; only compared for equality. */
  readonly startTime: string;
}

/** `null`: no /proc. */
export function readProcesses(): ProcessRow[] | null {
  if (process.platform !== "linux") return null;
  const rows = [];
  for (const name of readFolder("/proc")) {
    const row = /^\d+$/.test(name) ? readProcess(Number(name)) : null;
    if (row !== null) rows.push(row);
  }
  return rows.length === 0 ? null : rows;
}

/** `null`: gone, or a zombie. */
export function readProcess(pid: number): ProcessRow | null {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field, the program's name in brackets, may hold brackets and blanks.
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

/** Of a process and its reaped children, in kernel ticks; 0: gone. */
export function readCpuTicks(pid: number): number {
  const stat = readText(`/proc/${pid}/stat`) ?? "";
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}

/** Empty: not readable. */
export function readEntries(pid: number): string[] {
  return (readText(`/proc/${pid}/environ`) ?? "").split("\0");
}

/** Not another with the same pid. */
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
