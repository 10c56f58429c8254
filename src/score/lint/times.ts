import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";

const minute = 60_000;
const hour = 60 * minute;
const usualMs = 30 * minute;

interface Times {
  readonly path: KeyPath;
  readonly timeoutMs: number | undefined;
  /** Holds where none is written. */
  readonly inheritedMs?: number | undefined;
  readonly idlePath: KeyPath;
  readonly idleMs: number | undefined;
  /** The scripted agent is for tests, where short is right. */
  readonly isScripted: boolean;
}

/** Limits that end agents too soon, too late, or never. */
export function lintTimes({ path, timeoutMs, inheritedMs, idlePath, idleMs, isScripted }: Times, report: Report): void {
  if (timeoutMs !== undefined && timeoutMs < minute && !isScripted)
    report("V103", path, "is less than a minute: few agents are done by then");
  if (timeoutMs !== undefined && timeoutMs > 4 * hour)
    report("V104", path, "is more than 4 hours: an agent that hangs is noticed that late");
  const limit = timeoutMs ?? inheritedMs ?? usualMs;
  if (idleMs !== undefined && idleMs >= limit)
    report("V506", idlePath, "is not shorter than the timeout, so it never ends anything");
}
