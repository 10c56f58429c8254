import { setImmediate as soon } from "node:timers/promises";
import type { CommitSha } from "../../src/base/ids.ts";
import { type LandingQueue, makeQueue } from "../../src/landing/queue/queue.ts";
import {
  type Files,
  type GroundTurns,
  type MemoryGit,
  makeMemoryGit,
  memoryGround,
  refOf,
} from "../../test/kit/memory-ground.ts";
import { type JobBook, captureAttempt, openJobBook } from "./job-book.ts";
import { landingWrongs } from "./landing-wrongs.ts";
import { type Setting, jobsOf } from "./setting.ts";
import { type Pending, makeSteps } from "./steps.ts";
import { type Tests, makeTests } from "./tests.ts";

/**
 * Everything around a queue: git in memory, jobs with their journals, people, chance. It outlives each life of the
 * queue.
 */
export interface House {
  readonly git: MemoryGit;
  readonly books: readonly JobBook[];
  /** What was seen that must never be. */
  readonly wrongs: string[];
  readonly tests: Tests;
  readonly pending: () => readonly Pending[];
  /** Outside commits, and on which ref. */
  readonly outsiders: readonly { readonly ref: string; readonly commit: CommitSha }[];
  readonly rules: { isPaused: boolean; first: string[] };
  /** Refs whose checkout is in the way. */
  readonly blocked: Set<string>;
  /** The error of the next step of this name that is not awaited. */
  readonly poisoned: Set<string>;
  offer(book: JobBook, how: "one" | "each"): void;
  capture(book: JobBook, what: { readonly sheet: number; readonly age: number; readonly edits: readonly Edit[] }): void;
  outside(change: (files: Files) => Files, ref?: string): void;
  crash(): void;
  wake(): void;
  /** Lets all that can happen by itself happen. */
  calm(): Promise<void>;
}

export type Edit = readonly [path: string, content: string | undefined];

const main = "refs/heads/main";

export function makeHouse(setting: Setting): House {
  const git = makeMemoryGit({ a: "0", b: "0", c: "0" });
  const wrongs: string[] = [];
  const outsiders: { ref: string; commit: CommitSha }[] = [];
  const wrong = (text: string): void => void wrongs.push(text);
  let queues = new Map<string, LandingQueue>();
  const { pass, world, pending, drop } = makeSteps();
  const tests = makeTests(git, wrong);
  const poisoned = new Set<string>();
  const blocked = new Set<string>();
  const rules: House["rules"] = { isPaused: false, first: [] };
  const turns = turnsOf({
    pass,
    wrong,
    tests,
    poisoned,
    blocked,
    lands: (ref, stack) => landingWrongs({ git, tests, books }, ref, stack).forEach(wrong),
  });
  const queueOf = (ref: string): LandingQueue => {
    const known =
      queues.get(ref) ??
      makeQueue({ ground: memoryGround(git, turns, { ref, origin: main }), world, rules: () => rules });
    queues.set(ref, known);
    return known;
  };
  const books = jobsOf(setting).map((job) => openJobBook(job, { pass, wrong }));
  return {
    git,
    books,
    wrongs,
    tests,
    outsiders,
    rules,
    blocked,
    poisoned,
    pending,
    offer: (book, how) => {
      tests.disturbed();
      book.offer(queueOf(refOf(book.job())), how);
    },
    capture: (book, { sheet, age, edits }) => {
      const line = git.history(git.refs.get(refOf(book.job())) ?? git.refs.get(main) ?? ("" as CommitSha));
      const base = line[Math.min(age, line.length - 1)];
      if (base !== undefined) captureAttempt(book, git, { sheet, base: base.id, edits });
    },
    outside: (change, ref = main) => {
      tests.disturbed();
      const head = git.refs.get(ref);
      if (head === undefined) return;
      const commit = git.commit(change(git.filesOf(head)), { parent: head });
      git.swap(ref, head, commit);
      outsiders.push({ ref, commit });
    },
    crash: () => {
      // What the dead were doing never comes to an end; what git did is done.
      drop();
      queues = new Map();
      tests.forget();
      for (const book of books) book.reopen();
    },
    wake: () => {
      tests.disturbed();
      for (const queue of queues.values()) queue.wake();
    },
    calm: async () => {
      await soon();
    },
  };
}

type TurnsParts = Pick<House, "tests" | "poisoned" | "blocked"> & Pick<GroundTurns, "pass" | "wrong" | "lands">;

function turnsOf({ pass, wrong, tests, poisoned, blocked, lands }: TurnsParts): GroundTurns {
  return {
    pass,
    wrong,
    lands,
    check: (step) => {
      if (poisoned.delete(step)) throw new Error(`${step} fails`);
    },
    gates: tests.gates,
    promised: tests.promised,
    keeps: tests.keeps,
    validate: tests.validate,
    blocks: (ref) => (blocked.has(ref) ? "a person is at work there" : null),
  };
}
