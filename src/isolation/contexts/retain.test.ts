import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeJob, started, submitted } from "../../../test/kit/jobs.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { wire, job as withContext } from "../../../test/kit/wire.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import type { Job } from "../../sheet/job.ts";
import type { Entry } from "../../store/entry.ts";
import { openStore } from "../../store/sqlite/open.ts";
import type { Store } from "../../store/store.ts";
import { dayMs } from "../cleanup/policy.ts";
import type { ContextParts } from "./parts.ts";
import { dropRecords, planRetention } from "./retain.ts";

const now = (400 * dayMs) as EpochMs;
const daysAgo = (days: number): EpochMs => (now - days * dayMs) as EpochMs;

/** Submitted, one sheet started, and finished unless it goes on. */
async function play(store: Store, name: string, { days, goesOn = false }: { days: number; goesOn?: boolean }) {
  const job = makeJob(name, ["s"], { createdAt: daysAgo(days) });
  const over: Job = { ...job, status: { kind: "finished", failed: 0 } };
  const end = { about: "job", job: job.id, event: { kind: "finished", at: daysAgo(days), failed: 0 }, next: over };
  await store.journal.append([submitted(job), started(job, "s", daysAgo(days)), ...(goesOn ? [] : [end as Entry])]);
}

it("records beyond their retention period are removed, except of jobs that go on or have a context, and the plan stays", async () => {
  const wired = await wire(makeRepository());
  const { places } = wired;
  const store = await openStore(places.home);
  await play(store, "old", { days: 200 });
  await play(store, "young", { days: 100 });
  await play(store, "open", { days: 300, goesOn: true });
  await wired.create("s");
  await play(store, withContext, { days: 300 });
  const note = { kind: "conductor-stopping", at: daysAgo(200), why: "x" } as never;
  const answer = { about: "request", method: "m", result: 1 } as const;
  await store.journal.append([
    { about: "note", job: null, sheet: null, event: note },
    { ...answer, key: "old", at: daysAgo(31) },
    { ...answer, key: "young", at: daysAgo(29) },
  ]);
  for (const job of ["old", "young", "open", withContext])
    writeFiles(join(places.jobs, job), { "job.json": "{}", "sheets/s/1/stdout.log": "said\n" });
  let retention: { historyDays: number | null; answersDays: number | null; logsDays: number | null } = {
    historyDays: 180,
    answersDays: 30,
    logsDays: 90,
  };
  const parts: ContextParts = {
    ...wired,
    store,
    limits: () => ({ retention, cleanup: {} as never, disk: {} as never }),
    now: () => now,
    isPlayed: () => Promise.resolve(false),
  };
  const steps = await planRetention(parts);
  expect(steps.map(({ kind, name, why }) => [kind, name, why])).toEqual([
    ["drop-logs", "old", "200 days old, limit 90"],
    ["drop-logs", "young", "100 days old, limit 90"],
    ["drop-history", "old", "2 rows, 200 days old, limit 180"],
    ["drop-answers", "answers", "1 row over 30 days old"],
    ["drop-notes", "notes", "1 row over 180 days old"],
  ]);
  const before = await store.position();
  for (const step of steps) expect(await dropRecords(parts, step)).toBeNull();
  expect(await planRetention(parts)).toEqual([]);
  const left = await store.rows({ after: 0, limit: 100 });
  const count = (job: string | null): number => left.filter((row) => row.job === job).length;
  expect(["old", "young", "open", withContext, null].map(count)).toEqual([1, 3, 2, 3, 0]);
  expect((await store.job("old" as JobId))?.plan.sheets).toHaveLength(1);
  expect([...(await store.sheets("old" as JobId)).values()].map(({ kind }) => kind)).toEqual(["running"]);
  expect([await store.answer("old"), (await store.answer("young"))?.result]).toEqual([undefined, 1]);
  const logs = ["old", "young", "open", withContext].map((job) => existsSync(join(places.jobs, job, "sheets")));
  expect([logs, existsSync(join(places.jobs, "old", "job.json"))]).toEqual([[false, false, true, true], true]);
  const refused = { kind: "drop-history", bytes: 0, why: "" } as const;
  expect(await dropRecords(parts, { ...refused, name: "open" })).toBe("it goes on");
  expect(await dropRecords(parts, { ...refused, name: withContext })).toBe("it has a context");
  expect(await store.journal.append([submitted(makeJob("next", ["s"]))])).toBe(before + 1);
  retention = { historyDays: null, answersDays: null, logsDays: null };
  await play(store, "older", { days: 350 });
  expect(await planRetention(parts)).toEqual([]);
  await store.close();
});

it("a reader can plan, and not drop", async () => {
  const wired = await wire(makeRepository());
  const store = await openStore(wired.places.home);
  const { journal: _, ...reader } = store;
  const parts = { ...wired, store: reader, now: () => now } as unknown as ContextParts;
  expect(await dropRecords(parts, { kind: "drop-history", name: "x", bytes: 0, why: "" })).toMatch(/writes/);
  await store.close();
});
