import { readFileSync } from "node:fs";
import type { ContainerRun } from "./argv.ts";

/** What this process may have at most; `null`: unknown, or no limit. */
export function mostHere(): ContainerRun["most"] {
  return mostIn(textOf("/proc/self/limits"), textOf("/proc/sys/kernel/pid_max"));
}

/** Podman gives its own programs no more processes than the machine has numbers for. */
export function mostIn(limits: string, numbers: string): ContainerRun["most"] {
  const hard = (name: string): number | null => {
    const value = new RegExp(String.raw`^${name} +\S+ +(\d+)`, "m").exec(limits)?.[1];
    return value === undefined ? null : Number(value);
  };
  const processes = hard("Max processes");
  const most = /^\d+/.exec(numbers)?.[0];
  return {
    files: hard("Max open files"),
    processes: processes === null || most === undefined ? processes : Math.min(processes, Number(most)),
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
