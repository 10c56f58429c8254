import { settingOf } from "../../test/kit/setting.ts";
import { noCounts } from "../../src/sheet/counts.ts";
import { type Book, openBook } from "../../src/conductor/book.ts";
import { candidatesOf, isStillWanted } from "../../src/conductor/loop/offer/candidates.ts";
import type { Hands } from "../../src/conductor/hands.ts";
import { type Engine, openEngine } from "../../src/root/engine.ts";
import type { CommitSha, ContextId, SheetId } from "../../src/base/ids.ts";
import { openRepository } from "../../src/git/repository.ts";
import { snapshotRefs } from "../../src/isolation/snapshots/names.ts";
import type { LandingPlan } from "../../src/score/plan/landing-plan.ts";
import type { Job } from "../../src/sheet/job.ts";
import { type SheetState } from "../../src/sheet/state.ts";
import { makeHands } from "../../src/root/hands.ts";
import { makeJob, makePlan, makeRetry, makeSheet, submitted } from "../../test/kit/jobs.ts";
import { env } from "./repository.ts";

/** A conductor's engine with a home of its own, that lands on `main` of a repository. */
export interface Lander {
  /** Where results are to be made. */
  readonly store: string;
  /** Hands results to the queue, so many at a time; resolves when all that lands has landed, durably. */
  land(results: readonly Result[], landing: LandingPlan, atOnce?: number): Promise<Landings>;
  close(): Promise<void>;
}

export interface Result {
  readonly base: CommitSha;
  readonly capture: CommitSha;
}

export interface Landings {
  readonly ms: number;
  /** What became of each, in order. */
  readonly states: readonly SheetState["kind"][];
}

export async function openLander(home: string, repository: string): Promise<Lander> {
  const engine = await openEngine(
    settingOf(home, { ...env, TUTTI_DISK_WARNING_GB: "0", TUTTI_DISK_FLOOR_GB: "0", TUTTI_LIMITS_MEMORY_FLOOR: "0" }),
    {
      onWait: () => undefined,
      notice: () => undefined,
      signal: new AbortController().signal,
      isPlayed: () => false,
      closingMs: 60_000,
    },
  );
  const found = await openRepository(engine.machine.git, repository);
  let jobs = 0;
  const equipment = await engine.equip(makeJob("bench", [], { repository: found }), () => undefined);
  return {
    store: equipment.store.gitDir,
    land: async (results, landing, atOnce = results.length) => {
      jobs += 1;
      const job = jobOf(`bench-${String(engine.store.epoch)}-${String(jobs)}`, results, {
        landing,
        repository: found,
        epoch: engine.store.epoch,
      });
      await engine.store.journal.append([submitted(job)]);
      const book = openBook(engine.store.journal, {
        job,
        states: new Map(results.map((result, place) => [sheetOf(place), capturedState(result)])),
      });
      const hands = makeHands(await engine.equip(job, () => undefined));
      const from = performance.now();
      await offerAll(hands, book, atOnce);
      const ms = performance.now() - from;
      return { ms, states: await readBack(engine, job, results.length) };
    },
    close: () => engine.close(),
  };
}

/** Where results of a job lie in the store. */
export const capturesPrefix = snapshotRefs("bench" as Job["id"], "all" as SheetId);

/** As the conductor's loop does it. */
async function offerAll(hands: Hands, book: Book, atOnce: number): Promise<void> {
  const all = candidatesOf(book);
  for (let at = 0; at < all.length; at += atOnce) {
    await hands.land(book.job(), all.slice(at, at + atOnce), {
      stop: new AbortController().signal,
      wants: (candidate) => isStillWanted(book, candidate),
      job: (event) => book.recordJob(event),
      sheets: async (news) => {
        await book.recordSheets(news.map(({ candidate, event }) => ({ sheet: candidate.sheet.id, event })));
      },
    });
  }
}

function jobOf(
  id: string,
  results: readonly Result[],
  more: Pick<Job, "repository" | "epoch"> & { readonly landing: LandingPlan },
): Job {
  const { landing, repository, epoch } = more;
  const plan = makePlan(
    // One attempt: what a gate refuses has failed.
    results.map((_, place) =>
      makeSheet(sheetOf(place), {
        title: `result ${String(place)}`,
        retry: makeRetry({ attempts: 1, completions: 0 }),
      }),
    ),
    { name: id, landing },
  );
  return makeJob(id, [], { plan, repository, epoch, parallel: 16 });
}

function sheetOf(place: number): SheetId {
  return `s${String(place).padStart(5, "0")}` as SheetId;
}

function capturedState({ base, capture }: Result): SheetState {
  return {
    kind: "captured",
    attempt: 1,
    context: "context" as ContextId,
    base,
    capture,
    verdict: { kind: "unvalidated" },
    session: null,
    counts: noCounts,
    isApproved: true,
  };
}

/** From the disk. */
async function readBack({ store }: Engine, job: Job, count: number): Promise<readonly SheetState["kind"][]> {
  const states = await store.sheets(job.id);
  return Array.from({ length: count }, (_, place) => states.get(sheetOf(place))?.kind ?? "waiting");
}
