import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { readProcess } from "./proc.ts";

/**
 * Names one life of one process, so that it is still told from others after a reboot or when its pid was given away
 * again.
 */
export interface Owner {
  readonly pid: number;
  /** Clock ticks since boot; empty where the system does not tell. */
  readonly startTime: string;
  /** The beginning of it; empty where the system does not tell. */
  readonly bootId: string;
  /** Containers on one machine count their pids apart: in another one's table a living process can't be found. */
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

/** True only when it is proven that the process has ended. Not being able to tell is no proof. */
export function isOwnerDead(owner: Owner): boolean {
  const bootId = readBootId();
  if (owner.bootId !== "" && bootId !== "" && owner.bootId !== bootId) return true;
  if (owner.pidNamespace !== readPidNamespace() || owner.bootId !== bootId) return false;
  if (isAbsent(owner.pid)) return true;
  if (owner.startTime === "" || !existsSync(`/proc/${String(owner.pid)}`)) return false;
  // A dead process that its parent has not collected yet has an entry, but nothing runs in it.
  return readProcess(owner.pid)?.startTime !== owner.startTime;
}

/**
 * An owner as a name for a file or a folder: what lies there is told to be of a dead one by `ownerNamed` and
 * `isOwnerDead`.
 */
export function ownerName({ pid, startTime, bootId, pidNamespace }: Owner): string {
  return [String(pid), startTime, bootId, pidNamespace].join("-");
}

/** `undefined` for a name that is no owner's. */
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

function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
  } catch {
    return "";
  }
}

function readPidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch {
    return "";
  }
}
