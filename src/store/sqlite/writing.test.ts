import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { takeStoreBack } from "../../../test/kit/earlier-store.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeJob, makePlan, makeSheet, started, submitted } from "../../../test/kit/jobs.ts";
import type { EpochMs, SheetId } from "../../base/ids.ts";
import { type JobEvent, nextJob } from "../../sheet/job.ts";
import { fresh } from "../../sheet/state.ts";
import type { Entry } from "../entry.ts";
import { openReader, openStore } from "./open.ts";

const job = makeJob("job-1", ["a", "b", "c"]);
const at = 5 as EpochMs;
const all = { after: 0, limit: 1000 };
const changed = (event: JobEvent): Entry => ({ about: "job", job: job.id, event, next: nextJob(job, event) });

describe("a job's plan", () => {
  const stored = (home: string): { readonly body: string; readonly plan_at: number } => {
    const database = new DatabaseSync(join(home, "tutti.db"), { readOnly: true });
    try {
      return database.prepare("select body, plan_at from job").get() as { body: string; plan_at: number };
    } finally {
      database.close();
    }
  };

  it("is written with the event that brings it, and not again with each word about the job", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(job)]);
    await store.journal.append([changed({ kind: "finished", at, failed: 0 })]);
    expect(await store.job(job.id)).toEqual({ ...job, status: { kind: "finished", failed: 0 } });
    // Parsed once, however often it is asked for.
    expect((await store.job(job.id))?.plan).toBe((await store.job(job.id))?.plan);
    expect(stored(home)).toMatchObject({ plan_at: 1, body: expect.not.stringContaining('"sheets"') as string });
    const plan = makePlan([makeSheet("new")], { name: "renamed" });
    await store.journal.append([
      started(job, "a", 1),
      changed({ kind: "modified", at, plan, parallel: 1, priority: 0, changes: [] }),
    ]);
    expect(stored(home)).toMatchObject({ plan_at: 4, body: expect.not.stringContaining('"sheets"') as string });
    expect([await store.job(job.id), ...(await store.jobs()), ...(await store.unfinished())]).toMatchObject([
      { plan },
      { plan },
      { plan },
    ]);
    await store.close();
  });

  it("of an earlier version's job is found where its last change left it", async () => {
    const home = tempFolder();
    const later = makePlan([makeSheet("later")]);
    const before = { ...job, plan: later };
    const store = await openStore(home);
    await store.journal.append([
      submitted(job),
      changed({ kind: "modified", at, plan: later, parallel: 1, priority: 0, changes: [] }),
      started(job, "a", 1),
    ]);
    await store.close();
    takeStoreBack(home, 5, (database) => {
      database.prepare("update job set body = ?").run(JSON.stringify(before));
    });
    const reader = await openReader(home);
    expect([await reader?.job(job.id), await reader?.jobs()]).toEqual([before, [before]]);
    expect(await reader?.listed()).toEqual([{ id: job.id, name: later.name, ending: null }]);
    await reader?.close();
    const writer = await openStore(home);
    expect(await writer.job(job.id)).toEqual(before);
    await writer.close();
    expect(stored(home)).toMatchObject({ plan_at: 2, body: expect.not.stringContaining('"sheets"') as string });
  });
});

it("rows that are written together have their positions in the order they were given, and the next go on from there", async () => {
  const home = tempFolder();
  const counted = (count: number): Entry[] => Array.from({ length: count }, (_, index) => started(job, "a", index));
  const store = await openStore(home);
  await store.journal.append([submitted(job)]);
  const ends = [70, 0, 31, 32, 1].map((count) => store.journal.append(counted(count)));
  expect(await Promise.all(ends)).toEqual([71, 0, 102, 134, 135]);
  await store.close();
  const again = await openStore(home);
  expect(await again.journal.append(counted(2))).toBe(137);
  const rows = await again.rows(all);
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 137 }, (_, index) => index + 1));
  expect(rows.slice(1, 72).map((row) => row.at as number)).toEqual([
    ...Array.from({ length: 70 }, (_, index) => index),
    0,
  ]);
  await again.close();
});

it("an event that leaves a sheet as it was is in the journal, and its row stays as it is", async () => {
  const store = await openStore(tempFolder());
  const began = started(job, "a", 1);
  await store.journal.append([submitted(job), began, { ...started(job, "a", 2), next: fresh, isSame: true }]);
  expect((await store.events(job.id)).length).toBe(2);
  expect((await store.sheets(job.id)).get("a" as SheetId)?.kind).toBe("running");
  await store.close();
});
