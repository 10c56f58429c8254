import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { makeJob, submitted } from "../../../../test/kit/jobs.ts";
import { openReader, openStore } from "../open.ts";
import { rescueStore } from "./rescue.ts";

async function rescue(
  home: string,
): Promise<{ readonly aside: readonly string[]; readonly jobs: number; readonly epoch: number }> {
  const aside: string[] = [];
  const store = await rescueStore(home, { firstEpoch: 1000, onAside: (path) => void aside.push(path) });
  const jobs = (await store.jobs()).length;
  await store.close();
  return { aside, jobs, epoch: store.epoch };
}

/** A store with enough in it to fill many pages. */
async function fill(home: string): Promise<void> {
  const store = await openStore(home);
  for (let number = 0; number < 20; number += 1)
    await store.journal.append([
      submitted(
        makeJob(
          `job-${String(number)}`,
          Array.from({ length: 50 }, (_, sheet) => `sheet-${String(sheet)}`),
        ),
      ),
    ]);
  await store.close();
}

describe("a store that is opened to rebuild a job", () => {
  it("stays as it is when nothing is wrong with it", async () => {
    const home = tempFolder();
    await fill(home);
    expect(await rescue(home)).toMatchObject({ aside: [], jobs: 20 });
  });

  it("is kept under another name when it is no database, and one more when there is one already", async () => {
    const home = tempFolder();
    for (const [number, text] of ["first", "second"].entries()) {
      const path = join(home, "tutti.db");
      writeFileSync(path, text.repeat(500));
      const aside = `${path}.broken-${String(number + 1)}`;
      expect(await rescue(home)).toMatchObject({ aside: [aside], jobs: 0 });
      expect(readFileSync(aside, "utf8")).toBe(text.repeat(500));
    }
  });

  it("with a page gone in the middle is damaged, although it opens", async () => {
    const home = tempFolder();
    await fill(home);
    const path = join(home, "tutti.db");
    const bytes = readFileSync(path);
    bytes.fill(0xff, Math.floor(bytes.length / 2));
    writeFileSync(path, bytes);
    expect(await rescue(home)).toMatchObject({ aside: [`${path}.broken-1`], jobs: 0 });
  });

  it("whose log is all that is left does not lose that too", async () => {
    const home = tempFolder();
    writeFileSync(join(home, "tutti.db-wal"), "what was written last");
    expect(await rescue(home)).toMatchObject({ jobs: 0 });
    expect(readFileSync(join(home, "tutti.db.broken-1-wal"), "utf8")).toBe("what was written last");
  });

  it("is put aside when it was emptied: SQLite alone would take it for a new one", async () => {
    const home = tempFolder();
    await fill(home);
    writeFileSync(join(home, "tutti.db"), "");
    for (const end of ["-wal", "-shm"]) rmSync(join(home, `tutti.db${end}`), { force: true });
    expect(await rescue(home)).toMatchObject({ aside: [], jobs: 0 });
    writeFileSync(join(home, "tutti.db"), "");
    for (const end of ["-wal", "-shm"]) rmSync(join(home, `tutti.db${end}`), { force: true });
    mkdirSync(join(home, "jobs", "job-1"), { recursive: true });
    await expect(openStore(home)).rejects.toMatchObject({ code: "store.corrupt" });
    await expect(openReader(home)).rejects.toMatchObject({ code: "store.corrupt" });
    expect(await rescue(home)).toMatchObject({ aside: [join(home, "tutti.db.broken-1")], jobs: 0 });
  });

  it("counts its writers from beyond those of the one that was lost", async () => {
    const home = tempFolder();
    expect((await rescue(home)).epoch).toBe(1000);
    expect((await rescue(home)).epoch).toBe(1001);
    expect(readdirSync(home).some((name) => name.includes("broken"))).toBe(false);
    expect(existsSync(join(home, "tutti.db"))).toBe(true);
  });
});

it("a database that is damaged in the middle says so to its reader", async () => {
  const home = tempFolder();
  await (await openStore(home)).close();
  const path = join(home, "tutti.db");
  const bytes = readFileSync(path);
  for (let at = 4096; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
  const look = async (): Promise<unknown> => (await openReader(home))?.jobs();
  await expect(look()).rejects.toMatchObject({
    code: "store.corrupt",
    hint: expect.stringContaining("tutti resume --infer") as string,
  });
  await expect(openStore(home)).rejects.toMatchObject({ code: "store.corrupt" });
});
