import { onTestFinished } from "vitest";
import type { HoldUp } from "../../src/sheet/rest/hold-up.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Uncounted } from "../../src/api/contract/cost/cost.ts";
import type { LookDesk } from "../../src/api/methods/method.ts";
import { type LookHandlers, lookHandlers } from "../../src/api/methods/looks.ts";
import type { ShutGate } from "../../src/conductor/find/viewer.ts";
import type { DiskTrouble } from "../../src/base/home/disk-trouble.ts";
import type { MachineUse } from "../../src/base/home/machine-use.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../src/base/ids.ts";
import { type Book, openBook } from "../../src/conductor/book.ts";
import { placesIn } from "../../src/isolation/home/places.ts";
import type { Ended, SheetEvent } from "../../src/sheet/events/event.ts";
import type { Job } from "../../src/sheet/job.ts";
import type { Verdict } from "../../src/sheet/verdict.ts";
import { openStore } from "../../src/store/sqlite/open.ts";
import { tempFolder } from "./folders.ts";
import { wireGit } from "./git.ts";
import { submitted } from "./jobs.ts";

/** A job in a real journal, and the channels that report it. Nothing is played. */
export interface Told {
  readonly answers: LookHandlers;
  readonly book: Book;
  /** Records what happened to a sheet, as the engine would. */
  tell(sheet: string, ...events: readonly SheetEvent[]): Promise<void>;
  /** Writes a file of an attempt, and gives its path. */
  write(attempt: { readonly sheet: string; readonly number: number }, file: string, content: string | Buffer): string;
  folderOf(sheet: string, attempt: number): string;
}

interface Now {
  readonly isPlayed?: boolean;
  readonly held?: string;
  readonly shut?: readonly ShutGate[];
  readonly unverified?: readonly string[];
  readonly disk?: DiskTrouble;
  readonly holdUp?: HoldUp;
  readonly uncounted?: readonly Uncounted[];
  readonly use?: MachineUse;
}

export async function toldOf(job: Job, now: Now = {}): Promise<Told> {
  const home = tempFolder();
  const places = placesIn(home);
  const store = await openStore(home);
  onTestFinished(() => store.close());
  await store.journal.append([submitted(job)]);
  const book = openBook(store.journal, { job, states: new Map() });
  const folderOf = (sheet: string, attempt: number): string => places.attempt(job.id, sheet as SheetId, attempt);
  return {
    book,
    folderOf,
    answers: lookHandlers({
      report: {
        git: wireGit(),
        store,
        places,
        isPlayed: () => Promise.resolve(now.isPlayed ?? true),
        agents: {
          uncounted: () => Promise.resolve(now.uncounted ?? []),
          unverified: () => Promise.resolve(now.unverified ?? []),
        },
        now: {
          calls: () => [],
          holdUp: () => now.holdUp ?? null,
          disk: () => Promise.resolve(now.disk ?? null),
          held: () => now.held ?? null,
          shut: () => now.shut ?? [],
          use: () => now.use,
          waits: () => [],
        },
      },
    } as Partial<LookDesk> as LookDesk),
    tell: async (sheet, ...events) => {
      for (const event of events) await book.recordSheets([{ sheet: sheet as SheetId, event }]);
    },
    write: ({ sheet, number }, file, content) => {
      const folder = folderOf(sheet, number);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, file), content);
      return join(folder, file);
    },
  };
}

const base = "b".repeat(40) as CommitSha;
export const captured = "c".repeat(40) as CommitSha;
const context = "context" as ContextId;

/** Times are counted in seconds, so that they can be told from one another in sentences. */
export function begun(attempt: number, second: number): SheetEvent {
  return { kind: "started", at: (second * 1000) as EpochMs, attempt, context, base };
}

export function over(attempt: number, second: number, more: Partial<Ended> = {}): Ended {
  return {
    kind: "ended",
    at: (second * 1000) as EpochMs,
    attempt,
    end: { kind: "exited", code: 0 },
    trouble: null,
    words: null,
    verdict: { kind: "unvalidated" },
    capture: captured,
    changed: true,
    chance: 0,
    spent: { contextMs: 1, agentMs: 1, captureMs: 1, checksMs: 1 },
    leftOut: { count: 0, first: [], isIncomplete: false },
    ...more,
  };
}

export function judged(...passed: readonly boolean[]): Verdict {
  return {
    kind: "judged",
    results: passed.map((isPassed, index) => ({
      index,
      description: `rule ${String(index + 1)}`,
      passed: isPassed,
      reason: isPassed ? "" : "it is red",
    })),
  };
}
