import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { readProcess } from "./proc.ts";

/** One life of one process, across reboots and reused pids. */
export interface Owner {
  readonly pid: number;
  /** Ticks since boot; empty: unknown. */
  readonly startTime: string;
  /** Its first characters; empty: unknown. */
  readonly bootId: string;
  /** Containers count pids apart: another one's process can't be found. */
  readonly pidNamespace: string;
}

export function thisOwner(): Owner {
  return {
    pid: process.pid,
    startTime: readProcess(process.pid)?.startTime ?? "",
    bootId: readBootId(),
    pidNamespace: readPidNamespace(),
  };
}

/** True only if proven: uncertainty is no proof. */
export function isOwnerDead(owner: Owner): boolean {
  const bootId = readBootId();
  if (owner.bootId !== "" && bootId !== "" && owner.bootId !== bootId) return true;
  if (owner.pidNamespace !== readPidNamespace() || owner.bootId !== bootId) return false;
  if (isAbsent(owner.pid)) return true;
  if (owner.startTime === "" || !existsSync(`/proc/${String(owner.pid)}`)) return false;
  // A zombie has an entry, but nothing runs in it.
  return readProcess(owner.pid)?.startTime !== owner.startTime;
}

/** As a file name; read back by `ownerNamed`. */
export function ownerName({ pid, startTime, bootId, pidNamespace }: Owner): string {
  return [String(pid), startTime, bootId, pidNamespace].join("-");
}

/** `undefined`: not an owner's. */
export function ownerNamed(name: string): Owner | undefined {
  const [, pid, startTime, bootId, pidNamespace] = /^([1-9]\d*)-(\d*)-([0-9a-f]*)-(\d*)$/.exec(name) ?? [];
  if (pid === undefined || startTime === undefined || bootId === undefined || pidNamespace === undefined)
    return undefined;
  return { pid: Number(pid), startTime, bootId, pidNamespace };
}

function isAbsent(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Neither changes while this process lives. */
export const readBootId = once(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8));
const readPidNamespace = once(() => readlinkSync("/proc/self/ns/pid").replace(/\D/g, ""));

function once(read: () => string): () => string {
  let known: string | undefined;
  return () => {
    try {
      return (known ??= read());
    } catch {
      return "";
    }
  };
}
