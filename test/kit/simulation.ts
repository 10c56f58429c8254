import type { CommitSha, EpochMs, SheetId } from "../../src/base/ids.ts";
import type { World } from "../../src/base/world.ts";
import { openBook } from "../../src/conductor/book.ts";
import type { Attempt, Hands } from "../../src/conductor/hands.ts";
import { type Rest, playJob } from "../../src/conductor/loop.ts";
import type { CaptureProof } from "../../src/isolation/capture/capture.ts";
import type { Context } from "../../src/isolation/context.ts";
import type { Job } from "../../src/sheet/job.ts";
import type { SheetState } from "../../src/sheet/state.ts";
import type { Entry } from "../../src/store/entry.ts";

/** The engine in a world made of a seed: its time, its chance, its journal and its target branch, and power cuts. */
export interface Simulation {
  /** Plays a job through any number of power cuts to its end. */
  play(job: Job, setting: { readonly limit: number; readonly cuts: number }): Promise<Rest>;
  readonly entries: readonly Entry[];
  /** What lies on the simulated target, in order. */
  readonly target: readonly string[];
  readonly mostAtOnce: () => number;
}

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

export function simulate(chance: () => number): Simulation {
  let clock = 1_000_000;
  let timers: Timer[] = [];
  let life = 0;
  let running = 0;
  let most = 0;
  const entries: Entry[] = [];
  const target: string[] = [];
  const sha = (text: string): CommitSha => text as CommitSha;

  const world: World = {
    now: () => clock as EpochMs,
    ticks: () => clock,
    random: chance,
    after: (delayMs, call) => {
      const timer = { at: clock + delayMs, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((item) => item !== timer);
      };
    },
  };
  /** Some simulated time passes; after a power cut it never does. */
  const pass = (mine: number, upToMs: number): Promise<void> =>
    new Promise((resolve) => {
      world.after(Math.ceil(chance() * upToMs), () => {
        if (mine === life) resolve();
      });
    });

  let last = Promise.resolve();
  const handsOf = (mine: number): Hands => ({
    world,
    notice: () => undefined,
    journal: {
      // As the real one: entries reach the disk in the order in which they were given.
      append: (added) => {
        last = last.then(async () => {
          await pass(mine, 2);
          entries.push(...added);
          await pass(mine, 2);
        });
        return last;
      },
    },
    readBase: async () => {
      await pass(mine, 2);
      return sha(String(target.length));
    },
    createContext: async (attempt) => {
      await pass(mine, 5);
      return { id: `${attempt.sheet.id}.${String(attempt.attempt)}` } as Context;
    },
    reopenContext: async (attempt) => {
      await pass(mine, 1);
      return { id: `${attempt.sheet.id}.${String(attempt.attempt)}` } as Context;
    },
    prepare: async () => {
      await pass(mine, 1);
      return { kind: "ready" };
    },
    play: async () => {
      running += 1;
      most = Math.max(most, running);
      await pass(mine, 100);
      running -= 1;
      return { end: { kind: "exited", code: chance() < 0.2 ? 1 : 0 }, outlived: false };
    },
    capture: async (attempt: Attempt, context) => {
      await pass(mine, 5);
      return { context, commit: sha(`capture of ${attempt.sheet.id}`), changed: true, leftOut: [], unfiltered: [] } as unknown as CaptureProof;
    },
    validate: async () => {
      await pass(mine, 10);
      return { kind: "unvalidated" };
    },
    destroy: async () => {
      await pass(mine, 5);
      return "destroyed";
    },
    repair: () => pass(mine, 5),
    land: async (_job, candidates, record) => {
      for (const candidate of candidates) {
        const commit = sha(`commit of ${candidate.sheet.id}`);
        const isThere = target.includes(candidate.sheet.id);
        const intent = { kind: "landing", at: world.now(), commit, parent: sha("parent"), target: "main", level: "unvalidated" } as const;
        if (candidate.intent === null) await record.sheets([{ candidate, event: intent }]);
        await pass(mine, 3);
        if (!isThere) target.push(candidate.sheet.id);
        await pass(mine, 3);
        await record.sheets([{ candidate, event: { kind: "landed", at: world.now(), commit } }]);
      }
    },
  });

  /** Lets time run until the play is over; with a cut, only so many events. */
  const run = async (play: Promise<Rest>, events: number): Promise<Rest | undefined> => {
    let rest: Rest | undefined;
    void play.then((value) => {
      rest = value;
    });
    for (let count = 0; rest === undefined && count < events; count += 1) {
      await new Promise(setImmediate);
      timers.sort((a, b) => a.at - b.at);
      const next = timers.shift();
      if (next === undefined) continue;
      clock = Math.max(clock, next.at);
      next.call();
    }
    await new Promise(setImmediate);
    return rest;
  };

  return {
    entries,
    target,
    mostAtOnce: () => most,
    play: async (job, { limit, cuts }) => {
      for (let cut = 0; ; cut += 1) {
        life += 1;
        last = Promise.resolve();
        running = 0;
        timers = [];
        const states = new Map<SheetId, SheetState>(entries.flatMap((entry) => (entry.about === "sheet" ? [[entry.sheet, entry.next] as const] : [])));
        const hands = handsOf(life);
        const book = openBook(hands.journal, { job, states }, () => undefined);
        const rest = await run(
          playJob(hands, book, { limit, stop: new AbortController().signal, isInterrupted: life > 1 }),
          cut < cuts ? Math.floor(chance() * 400) : 1_000_000,
        );
        if (rest !== undefined) return rest;
      }
    },
  };
}
