import { readFileSync } from "node:fs";
import { TuttiError } from "../error.ts";

/** With fewer, Node and git wait for each other for a minute or do not start at all; with 40 all commands work. */
const leastOpenFiles = 48;

/** How many files this process may open, from the text of /proc/self/limits; `null`: it sets no limit. */
export function openFilesIn(limits: string): number | null {
  const limit = Number(/^Max open files\s+(\S+)/m.exec(limits)?.[1]);
  return Number.isFinite(limit) ? limit : null;
}

/** Fails at once where too few files may be open for anything to work. Where the system tells no limit, nothing is said. */
export function requireOpenFiles(limits = readLimits()): void {
  const limit = openFilesIn(limits);
  if (limit === null || limit >= leastOpenFiles) return;
  throw new TuttiError(
    "resources.short",
    `this process may have ${String(limit)} files open at once, and Tutti needs at least ${String(leastOpenFiles)}`,
    { audience: "environment", hint: "Raise the limit and try again: ulimit -n 1024" },
  );
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
