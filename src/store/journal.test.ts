import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { runNode } from "../../test/kit/node.ts";
import { makeJob, started, submitted } from "../../test/kit/jobs.ts";
import type { SheetId } from "../base/ids.ts";
import { openReader, openStore } from "./open.ts";

const job = makeJob("job-1", ["a", "b", "c"]);
const times = (events: readonly { event: { at: number } }[]) => events.map((item) => item.event.at);

/** Makes the next write of an event at this time fail, as a disk would. */
function breakAt(home: string, at: number): void {
  const database = new DatabaseSync(join(home, "tutti.db"));
  database.exec(`CREATE TRIGGER broken AFTER UPDATE ON sheet WHEN NEW.body LIKE '%"startedAt":${at}%' BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`);
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
    expect((await again.events(job.id)).map((item) => ({ ...item }))).toEqual([{ sheet: "b", event: started(job, "b", 7).event }]);
    expect([store.epoch, again.epoch]).toEqual([1, 2]);
    await again.close();
  });

  it("writes an event and its row together or not at all, and then nothing more", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(job), started(job, "a", 1)]);
    breakAt(home, 2);
    const failed = { code: "store.write_failed", audience: "environment", hint: expect.stringContaining("tutti resume") as string };
    await expect(store.journal.append([started(job, "b", 3), started(job, "a", 2)])).rejects.toMatchObject(failed);
    await expect(store.journal.append([started(job, "c", 4)])).rejects.toMatchObject(failed);
    await store.close();
    const again = await openStore(home);
    expect(times(await again.events(job.id))).toEqual([1]);
    expect([...(await again.sheets(job.id)).values()].map((state) => state.kind)).toEqual(["running", "waiting", "waiting"]);
    await again.close();
  });

  it("keeps the order in which entries came, however many wait for one write", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(job)]);
    const order: number[] = [];
    const all = Array.from({ length: 200 }, (_, at) => store.journal.append([started(job, "a", at)]).then(() => order.push(at)));
    await Promise.all(all);
    expect(order).toEqual(Array.from({ length: 200 }, (_, at) => at));
    expect(times(await store.events(job.id))).toEqual(order);
    expect((await store.sheets(job.id)).get("a" as SheetId)).toMatchObject({ startedAt: 199 });
    await store.close();
  });

  it("lets others look at what is committed while it writes, and only at that", async () => {
    const home = tempFolder();
    const store = await openStore(home);
    await store.journal.append([submitted(job)]);
    const reader = await openReader(home);
    const writes = Array.from({ length: 50 }, (_, at) => store.journal.append([started(job, "a", at), started(job, "b", at)]));
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
      const { makeJob, started } = await import(${JSON.stringify(new URL("../../test/kit/jobs.ts", import.meta.url).href)});
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
