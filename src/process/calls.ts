import type { JobId } from "../base/ids.ts";
import { jobAtWork, sheetAtWork } from "../base/home/on-behalf.ts";
import type { ProcessClock } from "./machine/awake.ts";
import type { ProcessRequest, ProcessRole } from "./process.ts";
import { type Tracer, makeTracer } from "./trace.ts";
import { type Tree, askToEnd } from "./tree/tree.ts";
import { type WorkWatch, canSeeWork, watchWork } from "./tree/work.ts";

export interface Call {
  readonly pid: number;
  /** Its name and subcommand, without paths and options. */
  readonly what: string;
  readonly folder: string;
  readonly role: ProcessRole;
  readonly forMs: number;
  /** `null`: for none. */
  readonly job: JobId | null;
}

export interface Calls {
  begin(tree: Tree, request: Pick<ProcessRequest, "argv" | "cwd" | "role">): OpenCall;
  list(): readonly Call[];
  /**
   * Whether only git is awaited and did nothing since first asked: waiting longer is useless. `false` where the system
   * does not tell.
   */
  isStuck(): boolean;
  endGit(): void;
  /** Keeps those that have ended, while it is asked to. */
  readonly tracer: Tracer;
}

export interface OpenCall {
  /** A conversation is awaited only while it owes an answer. */
  awaits(isAwaited: boolean): void;
  end(): void;
}

interface Entry {
  readonly call: Omit<Call, "forMs">;
  readonly tree: Tree;
  readonly work: WorkWatch;
  since: number;
  isAwaited: boolean;
  /** When it was first seen without work; `null`: it worked, or was not looked at. */
  stillSince: number | null;
}

/** Idle this long: what it waits for does not come. */
const stillMs = 1_200;

export function makeCalls(clock: Pick<ProcessClock, "ticks">): Calls {
  const open = new Set<Entry>();
  const tracer = makeTracer(clock);
  const awaited = (): readonly Entry[] => [...open].filter(({ isAwaited }) => isAwaited);
  return {
    tracer,
    begin: (tree, { argv, cwd, role = "work" }) => {
      const call = { pid: tree.leader, what: wordsOf(argv), folder: cwd, role, job: jobAtWork() };
      const entry: Entry = {
        call,
        tree,
        work: watchWork(tree, true),
        since: clock.ticks(),
        isAwaited: true,
        stillSince: null,
      };
      open.add(entry);
      const [startedAt, sheet] = [entry.since, sheetAtWork()];
      return {
        awaits: (isAwaited) => {
          if (isAwaited && !entry.isAwaited) entry.since = clock.ticks();
          entry.isAwaited = isAwaited;
        },
        end: () => {
          open.delete(entry);
          if (!tracer.isOpen()) return;
          const { what, pid, job } = call;
          tracer.note({ what, pid, job, sheet, startedAt, ms: clock.ticks() - startedAt });
        },
      };
    },
    list: () => awaited().map(({ call, since }) => ({ ...call, forMs: Math.round(clock.ticks() - since) })),
    isStuck: () => {
      const left = awaited();
      const still = left.map((entry) => isStill(entry, clock.ticks()));
      return left.length > 0 && still.every(Boolean) && left.every(({ call }) => call.role === "git");
    },
    endGit: () => {
      for (const { call, tree } of open) if (call.role === "git") askToEnd(tree);
    },
  };
}

function isStill(entry: Entry, now: number): boolean {
  if (entry.stillSince === null) {
    entry.work.begin();
    entry.stillSince = now;
    return false;
  }
  const stillForMs = now - entry.stillSince;
  if (stillForMs < stillMs) return false;
  if (canSeeWork && !entry.work.hasWorked(stillForMs)) return true;
  entry.stillSince = now;
  return false;
}

function wordsOf([program, ...args]: readonly [string, ...string[]]): string {
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (name !== "git") return name;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? "";
    if (word === "-c" || word === "-C") at += 1;
    else if (!word.startsWith("-")) return `git ${word}`;
  }
  return name;
}
