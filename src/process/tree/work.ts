import { type ProcessRow, readCpuTicks } from "./proc.ts";
import { membersOf, type Tree } from "./tree.ts";

/** Tells whether a tree works, by the processor time that it used since it was looked at last. */
export interface WorkWatch {
  /** From now on. */
  begin(): void;
  /** Whether it worked since; `false` where the system does not tell. */
  hasWorked(periodMs: number): boolean;
}

/** The kernel counts in hundredths of a second, on every machine Node runs on. */
const tickMs = 10;
/** Of one core. Waiting for an answer of a model takes less. */
const leastShare = 0.01;
/**
 * `R` waits for nothing but a processor, `D` for a disk: on a machine that is short of either, a program gets little
 * done and is not stuck.
 */
const eager: ReadonlySet<string> = new Set(["R", "D"]);

/** Whether work can be seen at all here. */
export const canSeeWork = process.platform === "linux";

/** `countsEager`: one that only waits for a processor or a disk works too. */
export function watchWork(tree: Tree, countsEager = false): WorkWatch {
  let before = new Map<string, number>();
  return {
    begin: () => {
      before = ticksOf(membersOf(tree));
    },
    hasWorked: (periodMs) => {
      const members = membersOf(tree);
      const now = ticksOf(members);
      // Each for itself: the time of one that ended is gone with it, and must not be taken from what the others did.
      const used = [...now].reduce((sum, [name, ticks]) => sum + Math.max(0, ticks - (before.get(name) ?? 0)), 0);
      before = now;
      return used * tickMs > periodMs * leastShare || (countsEager && members.some(({ state }) => eager.has(state)));
    },
  };
}

function ticksOf(members: readonly ProcessRow[]): Map<string, number> {
  return new Map(members.map((row) => [`${row.pid}@${row.startTime}`, readCpuTicks(row.pid)]));
}
