import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { runNode } from "../../../test/kit/node.ts";
import { makeJob, started, submitted } from "../../../test/kit/jobs.ts";
import type { EpochMs, SheetId, TreeSha } from "../../base/ids.ts";
import type { Entry } from "../entry.ts";
import type { JobsAsked } from "../store.ts";
import { makeJournal } from "../sql/journal.ts";
import { groupWriter, stopped } from "./group.ts";
import { openReader, openStore } from "./open.ts";
import { openSqlite } from "./open/sqlite.ts";

const job = makeJob("job-1", ["a", "b", "c"]);
const times = (events: readonly { event: { at: number } }[]) => events.map((item) => item.event.at);

const verdict: Entry = {
  about: "verdict",
  change: {
    kind: "said",
    verdict: {
      tree: "1".repeat(40) as TreeSha,
      digest: "d",
      toolchain: "t",
      against: null,
      name: "n",
      passed: true,
      isFlaky: false,
      ms: 1,
      at: 1 as EpochMs,
      reason: "",
      timedOutMs: null,
    },
  },
};

/** Makes the next write of an event at this time fail, as a disk would. */
function breakAt(home: string, at: number): void {
  const database = new DatabaseSync(join(home, "tutti.db"));
  database.exec(
    `CREATE TRIGGER broken AFTER UPDATE ON sheet WHEN NEW.body LIKE '%"startedAt":${at}%' BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`,
  );
  database.close();
}

describe("the journal", () => {
  it("keeps events and rows, and gives them back to the next writer", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(job)]);
    await store.journal.append([started(job, "b", 7)]);
    await store.close();
    const again = await openStore(home);
    expect(await again.job(job.id)).toEqual(job);
    expect(await again.jobs()).toEqual([job]);
    expect([...(await again.sheets(job.id)).keys()]).toEqual(["a", "b", "c"]);
    expect((await again.sheets(job.id)).get("b" as SheetId)).toEqual(started(job, "b", 7).next);
    expect((await again.events(job.id)).map((item) => ({ ...item }))).toEqual([
      { sheet: "b", event: started(job, "b", 7).event },
    ]);
    expect([store.epoch, again.epoch]).toEqual([1, 2]);
    await again.close();
  });

  it("gives what a job was at its end, until the next event of the job or of a sheet, also by the next writer", async () => {
    const home = tempFolder();
    let store = await openStore(home);
    const ended = async () => (await store.listed()).map(({ ending }) => ending);
    const over = { ...job, status: { kind: "finished", failed: 0 } } as const;
    const finished = { about: "job", job: job.id, event: { at: 9, ...over.status }, next: over } as Entry;
    const finish = () => store.journal.append([{ ...finished, ending: { sheets: 3 } } as Entry]);
    await store.journal.append([submitted(job), started(job, "a", 1)]);
    expect(await ended()).toEqual([null]);
    await finish();
    expect(await ended()).toEqual([{ sheets: 3 }]);
    await store.close();
    store = await openStore(home);
    expect(await ended()).toEqual([{ sheets: 3 }]);
    await store.journal.append([started(job, "b", 2)]);
    expect(await ended()).toEqual([null]);
    await finish();
    await store.journal.append([finished]);
    expect(await ended()).toEqual([null]);
    await store.close();
  });

  it("gives the newest jobs of a repository without the others", async () => {
    const store = await openStore(tempFolder());
    const at = (name: string, commonDir: string, createdAt: number) =>
      makeJob(name, ["a"], {
        repository: { ...job.repository, commonDir },
        createdAt: createdAt as EpochMs,
      });
    const jobs = [at("one", "/a", 1), at("two", "/b", 2), at("three", "/a", 3)];
    await store.journal.append(jobs.map(submitted));
    const ids = async (asked: JobsAsked) => (await store.jobs(asked)).map(({ id }) => id);
    expect(await ids({})).toEqual(["three", "two", "one"]);
    expect(await ids({ repository: "/a" })).toEqual(["three", "one"]);
    expect(await ids({ repository: "/a", limit: 1 })).toEqual(["three"]);
    expect((await store.unfinished("/b")).map(({ id }) => id)).toEqual(["two"]);
    await store.close();
  });

  it("writes an event and its row together or not at all, and then nothing more", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(job), started(job, "a", 1)]);
    breakAt(home, 2);
    const failed = {
      code: "store.write_failed",
      audience: "environment",
      hint: expect.stringContaining("tutti resume") as string,
    };
    await expect(store.journal.append([started(job, "b", 3), started(job, "a", 2)])).rejects.toMatchObject(failed);
    await expect(store.journal.append([started(job, "c", 4)])).rejects.toMatchObject(failed);
    await store.close();
    const again = await openStore(home);
    expect(times(await again.events(job.id))).toEqual([1]);
    expect([...(await again.sheets(job.id)).values()].map((state) => state.kind)).toEqual([
      "running",
      "waiting",
      "waiting",
    ]);
    await again.close();
  });

  it("keeps the order in which entries came, however many wait for one write", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(job)]);
    const order: number[] = [];
    const all = Array.from({ length: 200 }, (_, at) =>
      store.journal.append([started(job, "a", at)]).then(() => order.push(at)),
    );
    await Promise.all(all);
    expect(order).toEqual(Array.from({ length: 200 }, (_, at) => at));
    expect(times(await store.events(job.id))).toEqual(order);
    expect((await store.sheets(job.id)).get("a" as SheetId)).toMatchObject({ startedAt: 199 });
    await store.close();
  });

  it("says where its last row is, also when several share a transaction", async () => {
    const store = await openStore(tempFolder());
    const answer: Entry = { about: "request", key: "key-of-a-call", method: "job.pause", at: 1, result: { ok: true } };
    const appends = [
      [submitted(job)],
      [started(job, "a", 1), started(job, "b", 2), answer],
      [answer],
      [],
      [started(job, "c", 3)],
    ];
    expect(await Promise.all(appends.map((entries) => store.journal.append(entries)))).toEqual([1, 3, 0, 0, 4]);
    await store.close();
  });

  it("keeps an answer with its effect or neither, and the first answer to a call that came twice", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    const answer = (key: string, result: unknown): Entry => ({
      about: "request",
      key,
      method: "job.submit",
      at: 1,
      result,
    });
    await store.journal.append([submitted(job), answer("first", { job: "job-1" })]);
    await store.journal.append([answer("first", { job: "job-2" }), answer("nothing", undefined)]);
    breakAt(home, 2);
    await expect(store.journal.append([answer("broken", {}), started(job, "a", 2)])).rejects.toMatchObject({
      code: "store.write_failed",
    });
    await store.close();
    const again = await openStore(home);
    expect(await again.answer("first")).toEqual({ method: "job.submit", result: { job: "job-1" } });
    expect(await again.answer("nothing")).toEqual({ method: "job.submit", result: null });
    expect(await again.answer("broken")).toBeUndefined();
    expect(await again.events(job.id)).toEqual([]);
    await again.close();
  });

  it("tells its followers what is on disk, in order, and is not held up by one that fails", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    const heard: number[] = [];
    const seen: number[] = [];
    const looks: Promise<unknown>[] = [];
    store.follow(() => {
      throw new Error("a fault of the follower's own");
    });
    const leave = store.follow((rows) => {
      heard.push(...rows.map((row) => row.position));
      looks.push(store.position().then((position) => seen.push(position)));
    });
    await Promise.all(
      [submitted(job), started(job, "a", 1), started(job, "b", 2)].map((entry) => store.journal.append([entry])),
    );
    await store.journal.append([started(job, "c", 3)]);
    await Promise.all(looks);
    leave();
    breakAt(home, 5);
    await store.journal.append([started(job, "a", 4)]);
    await expect(store.journal.append([started(job, "a", 5)])).rejects.toMatchObject({ code: "store.write_failed" });
    expect([heard, seen]).toEqual([
      [1, 2, 3, 4],
      [3, 4],
    ]);
    await store.close();
  });

  it("does not hold up its process for one long transaction, and never divides what was given together", async () => {
    const store = await openStore(tempFolder());
    await store.journal.append([submitted(job)]);
    const sizes: number[] = [];
    store.follow((rows) => sizes.push(rows.length));
    const together = Array.from({ length: 1500 }, (_, at) => started(job, "a", at));
    await Promise.all([...together.map((entry) => store.journal.append([entry])), store.journal.append(together)]);
    expect(sizes).toEqual([1000, 500, 1500]);
    await store.close();
  });

  it("keeps everything that it received before it was closed", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    const written = store.journal.append([submitted(job)]);
    await store.close();
    expect(await written).toBe(1);
    await expect(store.journal.append([started(job, "a", 1)])).rejects.toMatchObject({ code: "store.write_failed" });
  });

  it("lets others look at what is committed while it writes, and only at that", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(job)]);
    const reader = await openReader(home);
    const writes = Array.from({ length: 50 }, (_, at) =>
      store.journal.append([started(job, "a", at), started(job, "b", at)]),
    );
    const seen = await Promise.all(Array.from({ length: 20 }, async () => (await reader!.events(job.id)).length));
    await Promise.all(writes);
    expect(seen.filter((count) => count % 2 === 1)).toEqual([]);
    expect((await reader!.events(job.id)).length).toBe(100);
    expect(await reader!.epoch()).toBe(1);
    await reader!.close();
    await store.close();
  });

  it("on a full disk says so, loses nothing that it had confirmed, and keeps nothing that it had not", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(job)]);
    await store.close();
    const script = `
      const { openStore } = await import(${JSON.stringify(new URL("./open.ts", import.meta.url).href)});
      const { makeJob, started } = await import(${JSON.stringify(new URL("../../../test/kit/jobs.ts", import.meta.url).href)});
      const store = await openStore(process.argv[1]);
      const job = makeJob("job-1", ["a", "b", "c"]);
      const say = (text) => process.stdout.write(text + "\\n");
      for (let at = 0; at < 10000; at += 1) {
        try { await store.journal.append([started(job, "a", at)]); say("kept " + at); } catch (error) { say("failed " + error.code); break; }
      }
      await store.journal.append([started(job, "b", -1)]).catch((error) => say("then " + error.code));
      process.exit(0);`;
    // A file may not grow past this many blocks: the same errors as from a full disk, without one.
    const end = await runNode(script, [home], { limit: "trap '' XFSZ; ulimit -f 1000" });
    const lines = end.stdout.toString().trim().split("\n");
    const kept = lines.filter((line) => line.startsWith("kept "));
    expect(kept.length).toBeGreaterThan(10);
    expect(lines.slice(kept.length)).toEqual(["failed store.write_failed", "then store.write_failed"]);
    const again = await openStore(home);
    expect(times(await again.events(job.id))).toEqual(kept.map((_, at) => at));
    expect((await again.sheets(job.id)).get("a" as SheetId)).toMatchObject({ startedAt: kept.length - 1 });
    await again.journal.append([started(job, "c", 1)]);
    await again.close();
  });

  it("is readable by its owner only", async () => {
    const home = join(tempFolder(), "home");
    await (await openStore(home)).close();
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });
});

describe("the log of the database", () => {
  /** A journal whose disk answers when the test says so. */
  const heldUp = async () => {
    const home = tempFolder();
    await (await openStore(home)).close();
    const { database, db } = openSqlite(join(home, "tutti.db"), "write");
    const syncs: { readonly done: () => void; readonly failed: (error: Error) => void }[] = [];
    const sync = () => new Promise<void>((done, failed) => syncs.push({ done, failed }));
    return {
      journal: makeJournal(groupWriter(database), { sync, describe: stopped }),
      syncs,
      close: () => db.destroy(),
    };
  };
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setImmediate(next));
  };

  it("waits for no disk where only verdicts are written, and for one that is written with anything else", async () => {
    const { journal, syncs, close } = await heldUp();
    expect(await journal.append([verdict])).toBe(0);
    expect(syncs).toHaveLength(0);
    const both = journal.append([verdict, submitted(job)]);
    await turns();
    expect(syncs).toHaveLength(1);
    syncs[0]?.done();
    expect(await both).toBe(1);
    const forgotten = journal.append([{ about: "verdict", change: { kind: "forgotten", digests: null } }]);
    await turns();
    expect(syncs).toHaveLength(2);
    syncs[1]?.done();
    await forgotten;
    await close();
  });

  it("is on the disk before anyone hears of an entry; what comes meanwhile shares the next write", async () => {
    const { journal, syncs, close } = await heldUp();
    const heard: (number | string)[] = [];
    journal.follow((rows) => heard.push(...rows.map(({ position }) => position)));
    const first = journal.append([submitted(job)]).then(() => heard.push("first"));
    await turns();
    const others = ["a", "b", "c"].map((sheet, at) => journal.append([started(job, sheet, at)]));
    await turns();
    expect([syncs.length, heard, journal.onDisk()]).toEqual([1, [], 0]);
    syncs[0]?.done();
    await first;
    await turns();
    expect([syncs.length, heard, journal.onDisk()]).toEqual([2, [1, "first"], 1]);
    syncs[1]?.done();
    expect(await Promise.all(others)).toEqual([2, 3, 4]);
    await close();
  });

  it("ends all writing when it did not reach the disk", async () => {
    const { journal, syncs, close } = await heldUp();
    const first = journal.append([submitted(job)]);
    await turns();
    const next = journal.append([started(job, "a", 1)]);
    syncs[0]?.failed(new Error("EIO: i/o error, fdatasync"));
    const failed = { code: "store.write_failed", message: expect.stringContaining("EIO") as string };
    await expect(first).rejects.toMatchObject(failed);
    await expect(next).rejects.toMatchObject(failed);
    expect(syncs.length).toBe(1);
    await close();
  });
});
