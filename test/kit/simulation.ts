import type { CommitSha, ContextId, EpochMs, SheetId } from "../../src/base/ids.ts";
import type { World } from "../../src/base/world/world.ts";
import { makeBell } from "../../src/conductor/loop/bell.ts";
import { openBook } from "../../src/conductor/book.ts";
import type { Hands } from "../../src/conductor/hands.ts";
import type { Rest } from "../../src/sheet/rest/rest.ts";
import { playJob } from "../../src/conductor/loop/loop.ts";
import { makeSlots } from "../../src/conductor/slots.ts";
import { isInPlace } from "../../src/score/plan/isolation.ts";
import type { SnapshotWhy } from "../../src/isolation/snapshots/names.ts";
import type { Job } from "../../src/sheet/job.ts";
import type { SheetState } from "../../src/sheet/state.ts";
import type { Entry } from "../../src/store/entry.ts";
import { openThrottles, played } from "./performed.ts";
import { type Ground, makeGround } from "./simulated-ground.ts";

/**
 * The engine in a world made of a seed: its time, its chance, its journal, its contexts and its target branch, and
 * power cuts.
 */
export interface Simulation {
  /** Plays a job through any number of power cuts, and of stops that a person asks for, to its end. */
  play(job: Job, setting: { readonly limit: number; readonly cuts: number; readonly stops?: number }): Promise<Rest>;
  readonly entries: readonly Entry[];
  readonly ground: Ground;
  /** Sheets that landed, in order. */
  readonly landed: readonly string[];
  readonly captures: readonly SnapshotWhy[];
  readonly released: readonly ContextId[];
  readonly notices: readonly string[];
  readonly mostAtOnce: () => number;
}

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** `hasRoom`: whether the disk has room at a moment, in milliseconds since the beginning. */
export function simulate(chance: () => number, hasRoom: (sinceMs: number) => boolean = () => true): Simulation {
  const beginning = 1_000_000;
  let clock = beginning;
  let timers: Timer[] = [];
  let life = 0;
  let running = 0;
  let most = 0;
  let capturing = new Set<ContextId>();
  const entries: Entry[] = [];
  const landed: string[] = [];
  const captures: SnapshotWhy[] = [];
  const released: ContextId[] = [];
  const notices: string[] = [];
  const ground = makeGround();

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

  let last: Promise<number> = Promise.resolve(0);
  const handsOf = (mine: number): Hands => ({
    world,
    notice: (text) => notices.push(text),
    journal: {
      // As the real one: entries reach the disk in the order in which they were given.
      append: (added) => {
        last = last.then(async () => {
          await pass(mine, 2);
          entries.push(...added);
          await pass(mine, 2);
          return entries.length;
        });
        return last;
      },
    },
    throttles: openThrottles(world),
    readUsage: () => Promise.resolve(undefined),
    lookAtPulls: () => Promise.resolve([]),
    showFailed: () => Promise.resolve(),
    pausedQueue: () => null,
    chooseResult: async (_, results) => {
      await pass(mine, 20);
      return { winner: results[Math.floor(chance() * results.length)]?.sheet.id ?? null, why: "by chance" };
    },
    conclude: () => Promise.resolve(undefined),
    findTakenOut: () => Promise.resolve([]),
    mayStart: () => (hasRoom(clock - beginning) ? null : "the disk is full"),
    readBase: async (job) => {
      await pass(mine, 2);
      return ground.readBase(job);
    },
    enterContext: async (attempt, start) => {
      await pass(mine, 5);
      const context = ground.enter(attempt, start);
      await pass(mine, 5);
      return context;
    },
    leaveContext: () => pass(mine, 2),
    findContext: async (id) => {
      await pass(mine, 1);
      return ground.find(id);
    },
    listContexts: async (job) => {
      await pass(mine, 1);
      return ground.list(job.id);
    },
    prepare: async () => {
      await pass(mine, 1);
      return { kind: "ready" };
    },
    play: async ({ sheet, attempt }, context, { cancel }) => {
      running += 1;
      most = Math.max(most, running);
      for (let stroke = 1; stroke <= 4 && !cancel.aborted; stroke += 1) {
        await pass(mine, 25);
        if (mine === life) ground.stroke(context.id, `${sheet.id}@${attempt}.${stroke}`);
      }
      running -= 1;
      if (cancel.aborted) return played({ kind: "cancelled" });
      return played({ kind: "exited", code: chance() < 0.2 ? 1 : 0 });
    },
    capture: async (_attempt, context, why) => {
      if (capturing.has(context.id)) ground.wrongs.push(`${context.id} is captured twice at once`);
      capturing.add(context.id);
      await pass(mine, 5);
      const proof = ground.capture(context);
      captures.push(why);
      await pass(mine, 5);
      capturing.delete(context.id);
      return proof;
    },
    validate: async () => {
      await pass(mine, 10);
      return { kind: "unvalidated" };
    },
    settle: async ({ job }, proof, isGood) => {
      await pass(mine, 3);
      ground.settle(job, proof, isGood);
      await pass(mine, 3);
    },
    forget: async (context) => {
      await pass(mine, 5);
      ground.forget(context.id);
      released.push(context.id);
    },
    destroy: async (proof) => {
      await pass(mine, 40);
      ground.destroy(proof);
      released.push(proof.context.id);
      return "destroyed";
    },
    tidy: () => undefined,
    repair: () => pass(mine, 5),
    land: async (_job, candidates, record) => {
      for (const candidate of candidates) {
        const commit = `commit of ${candidate.sheet.id}` as CommitSha;
        const intent = {
          kind: "landing",
          at: world.now(),
          commit,
          parent: "parent" as CommitSha,
          target: "main",
          level: "unvalidated",
        } as const;
        if (candidate.intent === null) await record.sheets([{ candidate, event: intent }]);
        await pass(mine, 3);
        if (!landed.includes(candidate.sheet.id)) {
          landed.push(candidate.sheet.id);
          ground.land(candidate);
        }
        await pass(mine, 3);
        await record.sheets([{ candidate, event: { kind: "landed", at: world.now(), commit } }]);
      }
    },
  });

  /** Lets time run until the play is over, or so many things have happened. */
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

  /** Some reusable contexts have disappeared between two looks. */
  const loseSome = (states: ReadonlyMap<SheetId, SheetState>): void => {
    for (const state of states.values()) {
      if (state.kind === "waiting" && state.context?.reuse === true && chance() < 0.3) ground.take(state.context.id);
    }
  };

  /** One life of the engine: to its end, to a power cut, or to a stop on request. */
  const live = async (job: Job, limit: number, end: "rest" | "cut" | "stop"): Promise<Rest | undefined> => {
    life += 1;
    last = Promise.resolve(0);
    running = 0;
    capturing = new Set();
    timers = [];
    const states = new Map<SheetId, SheetState>(
      entries.flatMap((entry) => (entry.about === "sheet" ? [[entry.sheet, entry.next] as const] : [])),
    );
    if (job.isolation.per === "sheet" && !isInPlace(job.isolation.level)) loseSome(states);
    const hands = handsOf(life);
    const book = openBook(hands.journal, { job: { ...job, parallel: limit }, states });
    const stop = new AbortController();
    const bell = makeBell();
    const seat = makeSlots(() => limit).join({
      job: job.id,
      priority: () => 0,
      place: null,
      isPlaceBusy: () => false,
      wake: bell.ring,
    });
    const patienceMs = 15 * 60_000;
    const play = playJob(hands, book, {
      seat,
      bell,
      unwanted: new Set(),
      words: new Map(),
      live: new Map(),
      releases: [],
      patienceMs,
      stop: stop.signal,
      isInterrupted: life > 1,
    });
    const rest = await run(play, end === "rest" ? 1_000_000 : Math.floor(chance() * 400));
    if (end !== "stop" || rest !== undefined) return rest;
    stop.abort();
    return run(play, 1_000_000);
  };

  return {
    entries,
    ground,
    landed,
    captures,
    released,
    notices,
    mostAtOnce: () => most,
    play: async (job, { limit, cuts, stops = 0 }) => {
      const ends = [
        ...Array.from({ length: cuts }, () => "cut" as const),
        ...Array.from({ length: stops }, () => "stop" as const),
      ];
      for (;;) {
        const end = ends.splice(Math.floor(chance() * ends.length), 1)[0] ?? "rest";
        const rest = await live(job, limit, end);
        const isStopped = rest?.kind === "paused" && rest.cause.kind === "stop";
        if (rest !== undefined && !isStopped) return rest;
        if (end === "rest") throw new Error(`the job does not come to rest: ${rest?.kind ?? "it goes on for ever"}`);
      }
    },
  };
}
