import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeJob, submitted } from "../../../test/kit/jobs.ts";
import { runNode } from "../../../test/kit/node.ts";
import { conductorPlaces } from "../../base/home/conductor-places.ts";
import { tryOsLock } from "../../lock/os-lock.ts";
import { openReader, openStore } from "./open.ts";
import { openSqlite } from "./open/sqlite.ts";

/** Looks into a store as no program of ours does. */
function inside<T>(home: string, look: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(home, "tutti.db"));
  try {
    return look(database);
  } finally {
    database.close();
  }
}

describe("a store", () => {
  it("is made by a writer when it is missing, and is nothing to a reader", async () => {
    const home = join(tempFolder(), "deep", "home");
    expect(await openReader(home)).toBeUndefined();
    expect(existsSync(home)).toBe(false);
    await (await openStore(home)).close();
    const reader = await openReader(home);
    expect(await reader?.jobs()).toEqual([]);
    await reader?.close();
  });

  it("whose making was cut short is nothing to a reader, and is finished by a writer", async () => {
    const home = tempFolder();
    inside(home, (database) => database.exec("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)"));
    expect(await openReader(home)).toBeUndefined();
    const store = await openStore(home);
    expect(await store.jobs()).toEqual([]);
    await store.close();
  });

  it("is nothing to a reader while its writer creates it, also in a home with folders of jobs", async () => {
    const home = tempFolder();
    mkdirSync(join(home, "jobs", "job-1"), { recursive: true });
    const lock = tryOsLock(conductorPlaces(home).writerLock);
    const database = new DatabaseSync(join(home, "tutti.db"));
    expect(statSync(join(home, "tutti.db")).size).toBe(0);
    expect(await openReader(home)).toBeUndefined();
    database.close();
    lock?.release();
    await expect(openReader(home)).rejects.toMatchObject({ code: "store.corrupt" });
  });

  it("is damaged to a reader when it is emptied under its writer", async () => {
    const home = tempFolder();
    mkdirSync(join(home, "jobs", "job-1"), { recursive: true });
    const lock = tryOsLock(conductorPlaces(home).writerLock);
    for (const end of ["", "-wal", "-shm"]) writeFileSync(join(home, `tutti.db${end}`), "");
    await expect(openReader(home)).rejects.toMatchObject({ code: "store.corrupt" });
    lock?.release();
  });

  it("survives a power cut while it is opened: a log ahead of the data, synced at every commit until the journal does it", async () => {
    const home = tempFolder();
    const { db } = openSqlite(join(home, "tutti.db"), "write");
    expect((await sql`PRAGMA journal_mode`.execute(db)).rows).toEqual([{ journal_mode: "wal" }]);
    expect((await sql`PRAGMA synchronous`.execute(db)).rows).toEqual([{ synchronous: 2 }]);
    await db.destroy();
  });

  it("of a later version is refused by writer and reader, and left as it was", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(makeJob("job-1", ["a"]))]);
    await store.close();
    inside(home, (database) => database.exec("UPDATE meta SET value = '99' WHERE key = 'version'"));
    const refused = {
      code: "store.newer",
      audience: "user",
      message: expect.stringContaining("version 99") as string,
      hint: expect.stringContaining("TUTTI_HOME") as string,
    };
    await expect(openStore(home)).rejects.toMatchObject(refused);
    await expect(openReader(home)).rejects.toMatchObject(refused);
    expect(
      inside(home, (database) =>
        database
          .prepare("SELECT key, value FROM meta ORDER BY key")
          .all()
          .map((row) => ({ ...row })),
      ),
    ).toEqual([
      { key: "epoch", value: "1" },
      { key: "version", value: "99" },
    ]);
  });

  it.each([
    ["text", Buffer.from("this is no database, and it is longer than a header of one would be".repeat(20))],
    ["a cut database", undefined],
  ])("is reported as damaged, and left as it was, when it is %s", async (_, bytes) => {
    const home = tempFolder();
    const path = join(home, "tutti.db");
    await (await openStore(home)).close();
    const found = bytes ?? readFileSync(path).subarray(0, 5000);
    writeFileSync(path, found);
    await expect(openStore(home)).rejects.toMatchObject({ code: "store.corrupt", audience: "environment" });
    await expect(openReader(home)).rejects.toMatchObject({ code: "store.corrupt" });
    expect(readFileSync(path).equals(found)).toBe(true);
  });

  it("is reported, not thrown about, when it is a folder", async () => {
    const home = tempFolder();
    mkdirSync(join(home, "tutti.db"));
    await expect(openStore(home)).rejects.toMatchObject({ code: "store.write_failed" });
    await expect(openReader(home)).rejects.toMatchObject({ code: "store.unreadable" });
  });

  it("on a disk that is already full is refused with the reason, and what it holds stays readable", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(makeJob("job-1", ["a"]))]);
    await store.close();
    const script = `
      const { openStore } = await import(${JSON.stringify(new URL("./open.ts", import.meta.url).href)});
      await openStore(process.argv[1]).then(() => console.log("opened"), (error) => console.log(error.code, error.audience));
      process.exit(0);`;
    const end = await runNode(script, [home], { limit: "trap '' XFSZ; ulimit -f 1" });
    expect(end.stdout.toString()).toBe("store.write_failed environment\n");
    const reader = await openReader(home);
    expect((await reader!.jobs()).map((job) => job.id)).toEqual(["job-1"]);
    await reader!.close();
  });

  it("is not called damaged when it can't be read where nothing more can be written", async () => {
    const home = tempFolder();
    await (await openStore(home)).close();
    const script = `
      const { openReader } = await import(${JSON.stringify(new URL("./open.ts", import.meta.url).href)});
      await openReader(process.argv[1]).then(() => console.log("opened"), (error) => console.log(error.code, error.audience));`;
    const end = await runNode(script, [home], { limit: "trap '' XFSZ; ulimit -f 1" });
    expect(end.stdout.toString()).toBe("store.unreadable environment\n");
  });

  it("gives jobs newest first and sheets in the order of the score", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([
      submitted(makeJob("old", ["z", "a", "m"], { createdAt: 1 as never })),
      submitted(makeJob("new", ["1"], { createdAt: 3 as never })),
      submitted(makeJob("middle", ["1"], { createdAt: 2 as never })),
    ]);
    expect((await store.jobs()).map((job) => job.id)).toEqual(["new", "middle", "old"]);
    expect([...(await store.sheets("old" as never)).keys()]).toEqual(["z", "a", "m"]);
    expect(await store.job("unknown" as never)).toBeUndefined();
    await store.close();
  });
});
