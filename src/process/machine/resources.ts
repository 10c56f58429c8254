import { readFileSync, readdirSync } from "node:fs";
import { availableParallelism, loadavg, totalmem } from "node:os";
import { openFilesIn } from "../../base/files/open-files.ts";

export interface OpenFiles {
  /** `null`: unknown, or none. */
  readonly limit: number | null;
  readonly used: number;
}

export interface Memory {
  readonly totalBytes: number;
  /** Without pushing others out; `null`: unknown. */
  readonly availableBytes: number | null;
}

/** Of the container where it has a limit, else of the machine, with threads. */
export interface Processes {
  readonly used: number;
  /** `null`: unknown, or none. */
  readonly limit: number | null;
}

export interface Resources {
  openFiles(): OpenFiles;
  memory(): Memory;
  processes(): Processes;
  /** Of the last minute. */
  load(): number;
  readonly cores: number;
}

/** Each question reads files of the kernel's: ask once a second, not once a sheet. */
export const machineResources: Resources = {
  openFiles: readOpenFiles,
  memory: readMemory,
  processes: readProcessCount,
  load: () => loadavg()[0] ?? 0,
  cores: availableParallelism(),
};

/** Node raises the soft limit to the hard one, so ask here, not in the shell. */
export function readOpenFiles(): OpenFiles {
  return { limit: openFilesLimit(readText("/proc/self/limits")), used: openNow() };
}

/** From /proc/self/limits, or from Node's own report. */
export function openFilesLimit(limits: string | null): number | null {
  if (limits !== null) return openFilesIn(limits);
  const limit = Number(reportedLimit());
  return Number.isFinite(limit) ? limit : null;
}

function reportedLimit(): string | undefined {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: string | number } } };
  return userLimits?.open_files?.soft?.toString();
}

function openNow(): number {
  for (const folder of ["/proc/self/fd", "/dev/fd"]) {
    try {
      // The folder itself is open while it is read.
      return Math.max(0, readdirSync(folder).length - 1);
    } catch {
      // Out of descriptors, or the other place does not exist.
    }
  }
  return 0;
}

export function readMemory(): Memory {
  const meminfo = readText("/proc/meminfo");
  const group = ownGroup(readText("/proc/self/cgroup"));
  const whole = { totalBytes: totalmem(), availableBytes: meminfo === null ? null : availableIn(meminfo) };
  return group === null ? whole : smaller(whole, memoryOfGroup(group));
}

function readProcessCount(): Processes {
  const group = ownGroup(readText("/proc/self/cgroup"));
  const [used, limit] = ["pids.current", "pids.max"].map((name) =>
    group === null ? Number.NaN : Number(readText(`${group}/${name}`)?.trim() ?? Number.NaN),
  );
  if (used !== undefined && limit !== undefined && Number.isFinite(used) && Number.isFinite(limit))
    return { used, limit };
  const all = Number(/\/(\d+) /.exec(readText("/proc/loadavg") ?? "")?.[1] ?? Number.NaN);
  const most = Math.min(
    ...["threads-max", "pid_max"].map((name) => Number(readText(`/proc/sys/kernel/${name}`) ?? "NaN")),
  );
  return Number.isFinite(all) && Number.isFinite(most) ? { used: all, limit: most } : { used: 0, limit: null };
}

/** From /proc/meminfo. `os.freemem` omits what the system would give back. */
export function availableIn(meminfo: string): number | null {
  const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(meminfo)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** In a container the machine's memory says little. */
function ownGroup(cgroup: string | null): string | null {
  const path = /^0::(\/.*)$/m.exec(cgroup ?? "")?.[1];
  return path === undefined ? null : `/sys/fs/cgroup${path === "/" ? "" : path}`;
}

/** `null`: no limit of its own. */
export function memoryOfGroup(folder: string): Memory | null {
  const [limit, current] = ["memory.max", "memory.current"].map((name) =>
    Number(readText(`${folder}/${name}`)?.trim() ?? Number.NaN),
  );
  if (limit === undefined || current === undefined || !Number.isFinite(limit) || !Number.isFinite(current)) return null;
  // Cached files count as used, but go when needed.
  const cached = /^inactive_file (\d+)$/m.exec(readText(`${folder}/memory.stat`) ?? "")?.[1] ?? "0";
  return { totalBytes: limit, availableBytes: Math.max(0, limit - current + Number(cached)) };
}

function smaller(whole: Memory, group: Memory | null): Memory {
  if (group === null || group.totalBytes >= whole.totalBytes) return whole;
  return {
    totalBytes: group.totalBytes,
    availableBytes: Math.min(whole.availableBytes ?? Infinity, group.availableBytes ?? Infinity),
  };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
