import { readFileSync, readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { MachineUse } from "../../base/home/machine-use.ts";
import type { ProcessClock } from "./awake.ts";

/** Measures programs while they run. */
export interface Meter {
  /**
   * From now on; call the result at the program's end. `null`: it was over before the first look, or the system does
   * not tell. `onUse` hears of every look that found more.
   */
  follow(leader: number, onUse?: (use: MachineUse) => void): () => MachineUse | null;
}

const firstMs = 250;
const everyMs = 2_000;
/** A look after each fifth of a program's life keeps what is missed at its end below a fifth of it. */
const partOfAge = 5;
/** Looking may take a fiftieth of a processor at most. */
const leastRest = 50;

interface Metered {
  readonly leader: number;
  readonly since: number;
  readonly onUse: (use: MachineUse) => void;
  use: MachineUse | null;
  /** The processes that hold it together, which outlive its setup; `null`: it is still being set up. */
  wrappers: ReadonlySet<number> | null;
}

/** The sources of the measurements. */
interface Machine {
  readonly members: () => readonly Member[];
  /** A process's command line, its words separated by NUL; empty: it is gone. */
  readonly command: (pid: number) => string;
}

/** One look at all processes serves all programs: the cost does not grow with their number. */
export function makeMeter(clock: Pick<ProcessClock, "after" | "ticks">, machine: Machine = thisMachine): Meter {
  const followed = new Set<Metered>();
  let next: { readonly at: number; readonly callOff: () => void } | null = null;
  let restsUntil = 0;
  const plan = (ms: number): void => {
    const now = clock.ticks();
    const at = Math.max(now + ms, restsUntil);
    if (next !== null && next.at <= at) return;
    next?.callOff();
    next = { at, callOff: clock.after(at - now, look) };
  };
  const look = (): void => {
    next = null;
    const begun = clock.ticks();
    measure(followed, machine);
    const ended = clock.ticks();
    restsUntil = ended + (ended - begun) * leastRest;
    const [youngest] = [...followed].map(({ since }) => ended - since).toSorted((one, other) => one - other);
    if (youngest !== undefined) plan(Math.min(everyMs, Math.max(firstMs, youngest / partOfAge)));
  };
  return {
    follow: (leader, onUse = () => undefined) => {
      const one: Metered = { leader, since: clock.ticks(), onUse, use: null, wrappers: null };
      followed.add(one);
      plan(firstMs);
      return () => {
        followed.delete(one);
        if (followed.size === 0) {
          next?.callOff();
          next = null;
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

function measure(followed: ReadonlySet<Metered>, machine: Machine): void {
  const members = machine.members();
  const children = Map.groupBy(members, ({ parent }) => parent);
  const byGroup = Map.groupBy(members, ({ group }) => group);
  for (const one of followed) {
    const own = new Set(byGroup.get(one.leader) ?? []);
    // A set visits what is added meanwhile: those that left the group are found by descent.
    for (const { pid } of own) for (const child of children.get(pid) ?? []) own.add(child);
    one.wrappers ??= wrappersAmong([...own], children, machine);
    const { wrappers } = one;
    if (own.size === 0 || wrappers === null) continue;
    const use = most(
      one.use,
      [...own].filter(({ pid }) => !wrappers.has(pid)),
    );
    const isNews = !isDeepStrictEqual(use, one.use);
    one.use = use;
    if (isNews) one.onUse(use);
  }
}

/** A program replaces the last of its wrappers: until then all of them, and what they start, are ours. */
function wrappersAmong(
  own: readonly Member[],
  children: ReadonlyMap<number, readonly Member[]>,
  { command }: Machine,
): ReadonlySet<number> | null {
  const wrappers = new Set(own.filter(({ pid }) => ofTutti.test(command(pid))).map(({ pid }) => pid));
  const isLast = (pid: number): boolean => !(children.get(pid) ?? []).some((child) => wrappers.has(child.pid));
  const last = [...wrappers].find(isLast);
  const isInit = last !== undefined && inits.test(command(last));
  const isReplaced = last === undefined || (isInit && (children.get(last) ?? []).length > 0);
  return isReplaced ? wrappers : null;
}

/** Words of Tutti's own command lines: of what stays beside the program, and of all that comes before it. */
const inits = /(?:^|\0)(?:tutti-init|--die-with-parent)\0/;
const ofTutti = /(?:^|\0)(?:tutti-(?:init|sandbox|overlay)|--die-with-parent)\0/;

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

const thisMachine: Machine = { members: readMembers, command: (pid) => readText(`/proc/${pid}/cmdline`) ?? "" };

function readMembers(): readonly Member[] {
  return readFolder("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readText(`/proc/${name}/stat`) : null;
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

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
