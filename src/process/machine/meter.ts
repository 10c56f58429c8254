import { readFileSync, readdirSync } from "node:fs";
import type { MachineUse } from "../../base/home/machine-use.ts";
import type { ProcessClock } from "./awake.ts";

/** Measures programs while they run. */
export interface Meter {
  /** From now on; to be called at its end. `null`: it was over before the first look, or the system does not tell. */
  follow(leader: number): () => MachineUse | null;
}

const firstMs = 250;
const everyMs = 2_000;
/** Looking may take a fiftieth of a processor at most. */
const leastRest = 50;

interface Metered {
  readonly leader: number;
  use: MachineUse | null;
}

/** One look at all processes serves all programs: the cost does not grow with their number. */
export function makeMeter(
  clock: Pick<ProcessClock, "after" | "ticks">,
  read: () => readonly Member[] = readMembers,
): Meter {
  const followed = new Set<Metered>();
  let callOff: (() => void) | null = null;
  const plan = (ms: number): void => {
    callOff ??= clock.after(ms, () => {
      callOff = null;
      const begun = clock.ticks();
      measure(followed, read());
      if (followed.size > 0) plan(Math.max(everyMs, (clock.ticks() - begun) * leastRest));
    });
  };
  return {
    follow: (leader) => {
      const one: Metered = { leader, use: null };
      followed.add(one);
      plan(firstMs);
      return () => {
        followed.delete(one);
        if (followed.size === 0) {
          callOff?.();
          callOff = null;
        }
        return one.use;
      };
    },
  };
}

/** A process, with what it and its children that are gone used. */
export interface Member {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly cpuMs: number;
  readonly bytes: number;
}

function measure(followed: ReadonlySet<Metered>, members: readonly Member[]): void {
  const children = Map.groupBy(members, ({ parent }) => parent);
  const byGroup = Map.groupBy(members, ({ group }) => group);
  for (const one of followed) {
    const own = new Set(byGroup.get(one.leader) ?? []);
    // A set visits what is added meanwhile: those that left the group are found by descent.
    for (const { pid } of own) for (const child of children.get(pid) ?? []) own.add(child);
    if (own.size > 0) one.use = most(one.use, [...own]);
  }
}

function most(before: MachineUse | null, members: readonly Member[]): MachineUse {
  const sum = (of: (member: Member) => number): number => members.reduce((all, member) => all + of(member), 0);
  return {
    cpuMs: Math.max(
      before?.cpuMs ?? 0,
      sum(({ cpuMs }) => cpuMs),
    ),
    peakBytes: Math.max(
      before?.peakBytes ?? 0,
      sum(({ bytes }) => bytes),
    ),
    processes: Math.max(before?.processes ?? 0, members.length),
  };
}

/** The kernel counts time in hundredths of a second, and memory in pages. */
const tickMs = 10;
const pageBytes = 4_096;

function readMembers(): readonly Member[] {
  return readFolder("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(name) : null;
    return stat === null ? [] : [memberIn(Number(name), stat)];
  });
}

export function memberIn(pid: number, stat: string): Member {
  // The second field, the program's name in brackets, may hold brackets and blanks.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    cpuMs: ticks * tickMs,
    bytes: Number(fields[21]) * pageBytes,
  };
}

function readFolder(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readStat(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
}
