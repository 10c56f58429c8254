import { describe, expect, it } from "vitest";
import { everyAnswer, everyEntry } from "../../../test/kit/every-entry.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeJob, started, submitted } from "../../../test/kit/jobs.ts";
import { postgresUrl, startServer } from "../../../test/kit/postgres.ts";
import { openStore } from "../sqlite/open.ts";
import type { Store } from "../store.ts";
import { openPool } from "./connect.ts";
import { type PostgresOpening, openPostgres, openPostgresReader } from "./open.ts";

const job = makeJob("job-1", ["a", "b"]);
const opened = (url: string, more: Partial<PostgresOpening> = {}): Promise<Store> =>
  openPostgres({ url, env: {} }, { home: "/home", notice: () => undefined, onWait: () => undefined, ...more });

/** One statement on the server, past the store. */
async function on(url: string, text: string): Promise<readonly object[]> {
  const pool = openPool({ url, env: {} });
  const { rows } = await pool.query(text);
  await pool.end();
  return rows as object[];
}

describe("a store in PostgreSQL", () => {
  it("answers every question as the embedded store does, for all content", async () => {
    const url = await postgresUrl();
    const embedded = await openStore(tempFolder());
    const store = await opened(url);
    for (const entries of everyEntry)
      expect(await store.journal.append(entries)).toBe(await embedded.journal.append(entries));
    const answers = await everyAnswer(embedded);
    expect(await everyAnswer(store)).toEqual(answers);
    await store.close();
    await embedded.close();
    const reader = await openPostgresReader({ url, env: {} });
    if (reader === undefined) throw new Error("there is no store");
    expect(await everyAnswer(reader)).toEqual(answers);
    await reader.close();
  });

  it("writes entries that come together in one transaction, and tells followers in order", async () => {
    const url = await postgresUrl();
    const store = await opened(url);
    const heard: number[] = [];
    store.follow((rows) => heard.push(...rows.map(({ position }) => position)));
    await store.journal.append([submitted(job)]);
    const [before] = await on(url, "select written from tutti.lease");
    const all = Array.from({ length: 200 }, (_, at) => store.journal.append([started(job, "a", at)]));
    expect(await Promise.all(all)).toEqual(Array.from({ length: 200 }, (_, at) => at + 2));
    expect(heard).toEqual(Array.from({ length: 201 }, (_, at) => at + 1));
    expect(await on(url, "select written from tutti.lease")).toEqual([
      { written: (before as { written: number }).written + 1 },
    ]);
    await store.close();
  });

  it("keeps a place that was used from being used again", async () => {
    const url = await postgresUrl();
    const first = await opened(url);
    await first.journal.append([submitted(job)]);
    await first.journal.append([
      { about: "note", job: null, sheet: null, event: { kind: "notice", at: 1, text: "" } as never },
    ]);
    await first.journal.append([{ about: "forgotten", what: { kind: "notes", before: 10 as never } }]);
    await first.close();
    const second = await opened(url);
    expect(await second.journal.append([started(job, "a", 1)])).toBe(3);
    await second.close();
  });

  it("refuses what a leader writes after another one took over", async () => {
    const url = await postgresUrl();
    const stale = await opened(url);
    await stale.journal.append([submitted(job)]);
    // As if it had been stopped for longer than its lease.
    await on(url, "update tutti.lease set renewed_at = '-infinity'");
    const waits: string[] = [];
    const next = await opened(url, { onWait: (holder) => waits.push(holder) });
    expect(next.epoch).toBe(stale.epoch + 1);
    await expect(stale.journal.append([started(job, "a", 1)])).rejects.toMatchObject({
      code: "store.write_failed",
      message: expect.stringContaining("another conductor has taken over") as string,
    });
    expect(await next.journal.append([started(job, "b", 2)])).toBe(2);
    expect((await next.events(job.id)).map(({ sheet }) => sheet)).toEqual(["b"]);
    await stale.close();
    await next.close();
  });

  it("lets one of two conductors write; the other one takes over when the first ends", async () => {
    const url = await postgresUrl();
    const first = await opened(url);
    const waits: string[] = [];
    const { promise: waiting, resolve: onWaiting } = Promise.withResolvers<undefined>();
    const second = opened(url, {
      onWait: (holder) => {
        waits.push(holder);
        onWaiting(undefined);
      },
    });
    await waiting;
    expect(waits[0]).toContain("/home");
    await first.journal.append([submitted(job)]);
    await first.close();
    const next = await second;
    expect(await next.jobs()).toEqual([job]);
    await next.close();
  });

  it("stops waiting for a leader when it is told to", async () => {
    const url = await postgresUrl();
    const first = await opened(url);
    const end = new AbortController();
    const second = opened(url, {
      signal: end.signal,
      onWait: () => {
        end.abort();
      },
    });
    await expect(second).rejects.toMatchObject({ code: "store.locked" });
    await first.close();
  });

  it("refuses a store that a newer version wrote, and lets others lead", async () => {
    const url = await postgresUrl();
    await (await opened(url)).close();
    await on(url, "update tutti.meta set value = '999' where key = 'version'");
    await expect(opened(url)).rejects.toMatchObject({ code: "store.newer" });
    await on(url, "update tutti.meta set value = '15' where key = 'version'");
    await (await opened(url)).close();
    expect(await on(url, "select epoch from tutti.lease")).toEqual([{ epoch: 3 }]);
  });
});

describe("a server that goes away and comes back", () => {
  it("costs no entry, and none is written twice", async () => {
    const server = await startServer();
    const url = await server.database();
    const notices: string[] = [];
    const store = await opened(url, { notice: (text) => notices.push(text) });
    await store.journal.append([submitted(job)]);
    await server.kill();
    const meanwhile = [1, 2, 3].map((at) => store.journal.append([started(job, "a", at)]));
    const read = store.jobs();
    await expect.poll(() => notices.length).toBe(1);
    await server.start();
    expect(await Promise.all(meanwhile)).toEqual([2, 3, 4]);
    expect(await read).toEqual([job]);
    expect(await store.position()).toBe(4);
    expect(notices).toHaveLength(2);
    await store.close();
    await server.kill();
  });

  it("gets a commit again, once, when it was cut off", async () => {
    const url = await postgresUrl();
    const store = await opened(url);
    await store.journal.append([submitted(job)]);
    await on(
      url,
      `create function tutti.cut() returns trigger language plpgsql as $$ begin
        perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
       create constraint trigger cut after insert on tutti.journal deferrable initially deferred
        for each row when (new.sheet = 'b') execute function tutti.cut()`,
    );
    const append = store.journal.append([started(job, "b", 1)]);
    await on(url, "drop trigger cut on tutti.journal");
    expect(await append).toBe(2);
    expect(await store.rows({ after: 0, limit: 10 })).toHaveLength(2);
    await store.close();
  });
});

describe("data that a fleet writes beside the journal", () => {
  const claim = (kind: string) => ({ about: "fleet", change: { kind } }) as const;

  it("is in the transaction of the entries it came with", async () => {
    const url = await postgresUrl();
    const store = await opened(url, {
      writeFleet: (transaction, changes) => {
        for (const { kind } of changes) transaction.send({ text: "insert into claim (name) values ($1)" }, [kind]);
        return Promise.resolve();
      },
    });
    await on(url, "create table tutti.claim (name text check (name <> 'stale'))");
    await store.journal.append([submitted(job)]);
    const both = [
      store.journal.append([started(job, "a", 1), claim("first")]),
      store.journal.append([started(job, "b", 3)]),
    ];
    expect(await Promise.all(both)).toEqual([2, 3]);
    await expect(store.journal.append([started(job, "a", 2), claim("lost"), claim("stale")])).rejects.toMatchObject({
      code: "store.write_failed",
    });
    expect(await on(url, "select name from tutti.claim")).toEqual([{ name: "first" }]);
    expect((await store.events(job.id)).map(({ sheet }) => sheet)).toEqual(["a", "b"]);
    await store.close();
  });
});
