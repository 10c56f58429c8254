import { noCounts } from "../../sheet/counts.ts";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeJob, makePlan, makeSheet, started, submitted } from "../../../test/kit/jobs.ts";
import type { ContextId, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import { type JobEvent, nextJob } from "../../sheet/job.ts";
import type { NoteEvent } from "../../sheet/events/note.ts";
import { type SheetState, fresh } from "../../sheet/state.ts";
import type { Entry } from "../entry.ts";
import { up } from "../sql/migrations/001-journal.ts";
import { openReader, openStore } from "./open.ts";
import type { JournalRow } from "../row.ts";
import { openSqlite } from "./open/sqlite.ts";

const job = makeJob("job-1", ["a", "b", "c"]);
const at = 5 as EpochMs;
const all = { after: 0, limit: 1000 };

const note = (event: NoteEvent, about: { job?: JobId; sheet?: string } = {}): Entry => ({
  about: "note",
  job: about.job ?? null,
  sheet: (about.sheet as SheetId | undefined) ?? null,
  event,
});
const destroyed = note(
  { kind: "context-destroyed", at, context: "context" as ContextId, path: "/c" },
  { job: job.id, sheet: "a" },
);
const cancelled = (sheet: string, next: SheetState): Entry => ({
  about: "sheet",
  job: job.id,
  sheet: sheet as SheetId,
  event: { kind: "cancelled", at, capture: null },
  next,
});
const changed = (event: JobEvent, from = job): Entry => ({
  about: "job",
  job: job.id,
  event,
  next: nextJob(from, event),
});

describe("a row of the journal", () => {
  it("says what its sheet was then and why, also to those who read it later", async () => {
    const store = await openStore(tempFolder());
    const heard: JournalRow[] = [];
    store.follow((rows) => heard.push(...rows));
    const failed: SheetState = {
      kind: "failed",
      reason: { kind: "interruptions" },
      kept: null,
      attempt: 1,
      context: null,
      session: null,
      counts: noCounts,
    };
    await store.journal.append([submitted(job), started(job, "a", 1), cancelled("a", failed)]);
    const last = await store.journal.append([
      cancelled("b", { ...fresh, why: "rate-limit" }),
      destroyed,
      note({ kind: "notice", at, text: "x" }),
    ]);
    const rows = await store.rows(all);
    expect(rows).toEqual(heard);
    expect(rows.map((row) => row.after)).toEqual([
      null,
      { state: "running", why: null },
      { state: "failed", why: "the conductor ended under it too often" },
      { state: "waiting", why: "rate-limit" },
      null,
      null,
    ]);
    expect(rows.map((row) => [row.position, row.about, row.job, row.sheet, row.kind])).toEqual([
      [1, "job", "job-1", null, "submitted"],
      [2, "sheet", "job-1", "a", "started"],
      [3, "sheet", "job-1", "a", "cancelled"],
      [4, "sheet", "job-1", "b", "cancelled"],
      [5, "note", "job-1", "a", "context-destroyed"],
      [6, "note", null, null, "notice"],
    ]);
    expect(rows[1]?.body).toEqual({ attempt: 1, context: "context", base: "base" });
    expect([last, await store.position()]).toEqual([6, 6]);
    await store.close();
  });

  it("is found by position, job and sheet", async () => {
    const store = await openStore(tempFolder());
    expect([await store.position(), await store.rows(all)]).toEqual([0, []]);
    const other = makeJob("job-2", ["a"]);
    await store.journal.append([
      submitted(job),
      submitted(other),
      started(job, "a", 1),
      started(other, "a", 2),
      started(job, "b", 3),
      destroyed,
    ]);
    const positions = async (more: object): Promise<readonly number[]> =>
      (await store.rows({ ...all, ...more })).map((row) => row.position);
    expect(await positions({ after: 2, limit: 2 })).toEqual([3, 4]);
    expect(await positions({ job: job.id })).toEqual([1, 3, 5, 6]);
    expect(await positions({ job: job.id, sheet: "a", after: 3 })).toEqual([6]);
    await store.close();
  });

  it("never carries a plan, neither to a reader nor to a follower", async () => {
    const store = await openStore(tempFolder());
    const heard: JournalRow[] = [];
    store.follow((rows) => heard.push(...rows));
    const modified: JobEvent = {
      kind: "modified",
      at,
      plan: job.plan,
      parallel: 2,
      priority: 0,
      changes: ["more at once"],
    };
    await store.journal.append([submitted(job), changed(modified)]);
    for (const rows of [heard, await store.rows(all)]) {
      expect(rows.map((row) => row.body)).toEqual([{}, { parallel: 2, priority: 0, changes: ["more at once"] }]);
    }
    await store.close();
  });

  it("of a note is no event of its sheet", async () => {
    const store = await openStore(tempFolder());
    await store.journal.append([submitted(job), started(job, "a", 1), destroyed]);
    expect((await store.events(job.id)).map((item) => item.event.kind)).toEqual(["started"]);
    expect((await store.sheets(job.id)).get("a" as SheetId)?.kind).toBe("running");
    await store.close();
  });
});

describe("a job whose score was changed", () => {
  it("has the sheets of the new score in their order, those that stay as they were, and its whole journal", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(job), started(job, "b", 1), started(job, "c", 2)]);
    const plan = makePlan([makeSheet("c"), makeSheet("new"), makeSheet("a")], { name: "renamed" });
    const modified = changed({ kind: "modified", at, plan, parallel: 3, priority: 1, changes: [] });
    await store.journal.append([modified]);
    const states = [...(await store.sheets(job.id))].map(([id, state]) => [id, state.kind]);
    expect(states).toEqual([
      ["c", "running"],
      ["new", "waiting"],
      ["a", "waiting"],
      ["b", "running"],
    ]);
    expect(await store.job(job.id)).toMatchObject({ plan: { name: "renamed" }, parallel: 3, priority: 1 });
    expect((await store.events(job.id)).map((item) => item.sheet)).toEqual(["b", "c"]);
    await store.close();
  });
});

describe("a store of the first version", () => {
  /** As Tutti made it before rows said what was true after them. */
  async function firstVersion(): Promise<string> {
    const home = tempFolder();
    const { db, database } = openSqlite(join(home, "tutti.db"), "write");
    await up(db as never);
    database.exec("create table meta (key text primary key, value text not null)");
    database.exec("insert into meta values ('version', '1'), ('epoch', '4')");
    const older = { ...job, priority: undefined, score: undefined, status: { kind: "paused", why: "interrupted" } };
    database
      .prepare("insert into job values (?, ?, ?, ?, ?, ?)")
      .run(job.id, "job-1", "/repo/.git", "paused", 1, JSON.stringify(older));
    database.exec(`insert into sheet values ('job-1', 'a', 0, 'waiting', '${JSON.stringify(fresh)}')`);
    database.exec(
      `insert into journal (job, kind, at, body) values ('job-1', 'submitted', 1, '${JSON.stringify({ job })}')`,
    );
    await db.destroy();
    return home;
  }
  const first = { position: 1, about: "job", kind: "submitted", job: job.id, sheet: null, body: {}, after: null };

  it("is brought up to date by a writer, and keeps what it has", async () => {
    const home = await firstVersion();
    const store = await openStore(home);
    expect(store.epoch).toBe(5);
    expect(await store.job(job.id)).toMatchObject({
      priority: 0,
      score: null,
      status: { kind: "paused", cause: { kind: "stop" } },
    });
    expect(await store.rows(all)).toMatchObject([first]);
    expect(await store.journal.append([started(job, "a", 2)])).toBe(2);
    await store.close();
    const reader = await openReader(home);
    expect(await reader?.rows(all)).toMatchObject([first, { position: 2, after: { state: "running" } }]);
    await reader?.close();
  });

  it("is read as it is by those who may not change it", async () => {
    const home = await firstVersion();
    const reader = await openReader(home);
    expect(await reader?.rows(all)).toMatchObject([first]);
    expect([await reader?.position(), await reader?.answer("some-key")]).toEqual([1, undefined]);
    await reader?.close();
    const database = new DatabaseSync(join(home, "tutti.db"), { readOnly: true });
    expect({ ...database.prepare("select value from meta where key = 'version'").get() }).toEqual({ value: "1" });
    database.close();
  });
});
