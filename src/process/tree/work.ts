import { type ProcessRow, readCpuTicks } from "./proc.ts";
import { membersOf, type Tree } from "./tree.ts";

/** Whether a tree works, by the processor time it used. */
export interface WorkWatch {
  begin(): void;
  /** `false` where the system does not tell. */
  hasWorked(periodMs: number): boolean;
}

/** The kernel counts in hundredths of a second. */
const tickMs = 10;
/** Of one core. Waiting for a model takes less. */
const leastShare = 0.01;
/** `R` waits for a processor, `D` for a disk: slow, not stuck. */
const eager: ReadonlySet<string> = new Set(["R", "D"]);

export const canSeeWork = process.platform === "linux";

/** `countsEager`: waiting for a processor or a disk is work. */
export function watchWork(tree: Tree, countsEager = false): WorkWatch {
  let before = new Map<string, number>();
  return {
    begin: () => {
      before = ticksOf(membersOf(tree));
    },
    hasWorked: (periodMs) => {
      const members = membersOf(tree);
      const now = ticksOf(members);
      // Each by itself: the time of one that exited must not be subtracted from the others.
      const used = [...now].reduce((sum, [name, ticks]) => sum + Math.max(0, ticks - (before.get(name) ?? 0)), 0);
      before = now;
      return used * tickMs > periodMs * leastShare || (countsEager && members.some(({ state }) => eager.has(state)));
    },
  };
}

function ticksOf(members: readonly ProcessRow[]): Map<string, number> {
  return new Map(members.map((row) => [`${row.pid}@${row.startTime}`, readCpuTicks(row.pid)]));
}
