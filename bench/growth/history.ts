import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Job } from "../../src/sheet/job.ts";
import type { SheetId } from "../../src/base/ids.ts";
import { openBook } from "../../src/conductor/book.ts";
import { writeKeptJob } from "../../src/conductor/jobs/infer/kept-job.ts";
import { summaryAtEnd } from "../../src/conductor/report/views/job-view.ts";
import { listTrash, readSizes } from "../../src/isolation/cleanup/trash.ts";
import { type Places, placesIn } from "../../src/isolation/home/places.ts";
import { type ContextRecord, listContexts, writeRecord } from "../../src/isolation/records/record.ts";
import type { SheetEvent } from "../../src/sheet/events/event.ts";
import { openStore } from "../../src/store/sqlite/open.ts";
import { type BenchHome, runTutti } from "../conductor/home.ts";

/** What a home holds that has been in use for long. */
export interface History {
  readonly jobs: number;
  readonly kept: number;
  readonly trash: number;
  readonly rows: number;
}

/**
 * Plays one job for real, with a sheet that lands and one that fails and keeps its context, and copies what it left:
 * its rows through the store, its folders as folders.
 */
export async function makeHistory(home: BenchHome, size: History): Promise<void> {
  const score = join(home.env["HOME"] ?? "", "model.yaml");
  writeFileSync(score, modelScore);
  // It fails by design.
  await runTutti(home, ["run", score, "--local"]);
  const places = placesIn(home.places.home);
  const store = await openStore(places.home);
  try {
    const [job] = await store.jobs();
    const [record] = await listContexts(places);
    if (job === undefined || record === undefined) throw new Error("the model job left no context");
    const model: Model = { job, record, events: await store.events(job.id), places };
    for (let number = 1; number <= size.jobs; number += 1) {
      const past = pastJob(model, { number, ...shareOf(size) });
      const book = openBook(store.journal, {
        job: past.job,
        states: new Map(),
        ends: { summary: summaryAtEnd, workspace: () => "/" },
      });
      await book.recordJob({ kind: "submitted", at: job.createdAt, job: past.job });
      await book.recordSheets(past.events);
      await book.recordJob({ kind: "finished", at: job.createdAt, failed: shareOf(size).bad });
      await writeKeptJob(places, past.job);
    }
    for (let number = 0; number < size.kept; number += 1) await keepLike(model, placeOf(number, size.jobs));
    mkdirSync(places.trash, { recursive: true });
    for (let number = 0; number < size.trash; number += 1) buryLike(model, placeOf(number, size.jobs));
    // As the end of each job did.
    await readSizes(places.trash, await listTrash(places.trash));
  } finally {
    await store.close();
  }
}

const [good, bad] = ["model-good", "model-bad"] as const;

const modelScore = JSON.stringify({
  name: "model",
  agent: { command: ["sh", "-c", `date +%N > made-$TUTTI_SHEET; test $TUTTI_SHEET = ${good}`] },
  retry: { attempts: 1 },
  sheets: [good, bad].map((id) => ({ id, prompt: "make a file" })),
});

interface Model {
  readonly job: Job;
  readonly record: ContextRecord;
  readonly events: readonly { readonly sheet: SheetId; readonly event: SheetEvent }[];
  readonly places: Places;
}

interface Share {
  readonly good: number;
  readonly bad: number;
}

/** Of one job: a sheet that landed leaves five rows, one that failed three, and the job itself two. */
function shareOf({ jobs, kept, rows }: History): Share {
  const failed = Math.ceil(kept / jobs);
  return { bad: failed, good: Math.max(1, Math.round((rows / jobs - 2 - failed * 3) / 5)) };
}

function pastJob({ job, events }: Model, past: Share & { readonly number: number }): Pick<Model, "job" | "events"> {
  const names = [
    ...Array.from({ length: past.good }, (_, number) => [good, `good-${String(number)}`] as const),
    ...Array.from({ length: past.bad }, (_, number) => [bad, `bad-${String(number)}`] as const),
  ];
  const sheets = names.flatMap(([model, name]) =>
    job.plan.sheets.filter(({ id }) => id === model).map((sheet) => renamed(sheet, [[model, name]])),
  );
  const lives = names.flatMap(([model, name]) =>
    events.filter(({ sheet }) => sheet === model).map((event) => renamed(event, [[model, name]])),
  );
  const id = [job.id, pastId(past.number)] as const;
  return { job: renamed({ ...job, plan: { ...job.plan, sheets } }, [id]), events: renamed(lives, [id]) };
}

const pastId = (number: number): string => `past-${String(number)}`;

/** The names appear in nothing else. */
function renamed<T>(value: T, names: readonly (readonly [string, string])[]): T {
  return JSON.parse(names.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value))) as T;
}

interface Place {
  readonly job: string;
  readonly sheet: number;
}

function placeOf(number: number, jobs: number): Place {
  return { job: pastId(1 + (number % jobs)), sheet: Math.floor(number / jobs) };
}

async function keepLike({ job, record, places }: Model, place: Place): Promise<void> {
  const kept = renamed(record, [
    [job.id, place.job],
    [bad, `bad-${String(place.sheet)}`],
  ]);
  cpSync(record.context.path, kept.context.path, { recursive: true });
  cpSync(places.admin(record.context.id), places.admin(kept.context.id), { recursive: true });
  await writeRecord(places, kept);
}

function buryLike({ record, places }: Model, { job, sheet }: Place): void {
  cpSync(record.context.path, join(places.trash, `${job}.good-${String(sheet)}-1`), { recursive: true });
}
