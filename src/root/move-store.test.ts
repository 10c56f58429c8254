import { describe, expect, it } from "vitest";
import { everyAnswer, everyEntry } from "../../test/kit/every-entry.ts";
import { tempFolder } from "../../test/kit/folders.ts";
import { makeJob, started, submitted } from "../../test/kit/jobs.ts";
import { postgresUrl } from "../../test/kit/postgres.ts";
import { settingOf } from "../../test/kit/setting.ts";
import type { Store } from "../store/store.ts";
import { moveStoreTo } from "./move-store.ts";
import { openJournal, openReading } from "./store.ts";

const job = makeJob("job-9", ["a"]);

function place(home: string, store: string) {
  const setting = settingOf(home, { TUTTI_STORE: store, HOME: home });
  return {
    open: (): Promise<Store> =>
      openJournal(setting, home, { notice: () => undefined, signal: new AbortController().signal }),
    move: (to: string) => moveStoreTo(setting, to),
    read: () => openReading(setting, home),
  };
}

describe("a store", () => {
  it("is moved to PostgreSQL and back with every row, and goes on where it was", async () => {
    const [home, url] = [tempFolder(), await postgresUrl()];
    const [embedded, server] = [place(home, "sqlite"), place(home, url)];
    const first = await embedded.open();
    for (const entries of everyEntry) await first.journal.append(entries);
    const [answers, last] = [await everyAnswer(first), await first.position()];
    await first.close();
    const moved = await embedded.move(url);
    expect(moved.tables.find(({ table }) => table === "journal")?.rows).toBeGreaterThan(3);
    await expect(embedded.open()).rejects.toMatchObject({ code: "store.moved" });

    const second = await server.open();
    expect(await everyAnswer(second)).toEqual(answers);
    expect(second.epoch).toBeGreaterThan(first.epoch);
    expect(await second.journal.append([submitted(job)])).toBe(last + 1);
    await second.journal.append([
      { about: "schedule", id: "hourly", schedule: { id: "hourly" } as never, event: null },
      {
        about: "successor",
        job: job.id,
        sheet: null,
        successor: { id: "s9", job: job.id, state: { kind: "held" } } as never,
        isNew: true,
        event: { kind: "successor", at: 1 } as never,
      },
    ]);
    const later = await everyAnswer(second);
    await second.close();

    expect((await server.move("sqlite")).tables).toHaveLength(18);
    await expect(server.read()).rejects.toMatchObject({ code: "store.moved" });
    const third = await embedded.open();
    expect(await everyAnswer(third)).toEqual(later);
    expect(third.epoch).toBeGreaterThan(second.epoch);
    expect(await third.journal.append([started(job, "a", 1)])).toBe(last + 3);
    await third.close();
  });

  it("stays where it is while a conductor writes it, or where the other place has records of its own", async () => {
    const [home, url] = [tempFolder(), await postgresUrl()];
    const [embedded, server] = [place(home, "sqlite"), place(home, url)];
    const leading = await server.open();
    await leading.journal.append([submitted(job)]);
    await expect(embedded.move(url)).rejects.toMatchObject({ code: "conductor.busy" });
    await leading.close();
    const store = await embedded.open();
    await store.journal.append([submitted(makeJob("job-1", ["a"]))]);
    await store.close();
    await expect(embedded.move(url)).rejects.toMatchObject({ code: "store.not_empty" });
    const after = await embedded.open();
    expect(await after.jobs()).toHaveLength(1);
    await after.close();
  });
});
