import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { hastyWorld } from "../../../test/kit/git.ts";
import { runNode } from "../../../test/kit/node.ts";
import { realWorld } from "../../base/world/real-world.ts";
import type { World } from "../../base/world/world.ts";
import { isOsLockHeld } from "../../lock/os-lock.ts";
import { writersQueue } from "./writers-queue.ts";

/**
 * A process that puts many jobs in the line at once. A job writes where it begins and where it ends; none ends before
 * every process has asked for its turn, and each takes longer than the others' longest pause between two tries.
 */
const writer = `
  const { writersQueue } = await import(${JSON.stringify(new URL("./writers-queue.ts", import.meta.url).href)});
  const { appendFileSync, existsSync, writeFileSync } = await import("node:fs");
  const { setTimeout: pause } = await import("node:timers/promises");
  const [lock, log, name, jobs] = process.argv.slice(1);
  const queue = writersQueue(lock, { after: (ms, call) => { const timer = setTimeout(call, ms); return () => clearTimeout(timer); }, ticks: () => 0 });
  const done = Promise.all(Array.from({ length: Number(jobs) }, (_, index) => queue(async () => {
    appendFileSync(log, name + index + " begins\\n");
    while (!existsSync(log + ".go")) await pause(2);
    await pause(20);
    appendFileSync(log, name + index + " ends\\n");
  })));
  await pause(1);
  writeFileSync(log + ".ready-" + name, "");
  await done;`;

async function linesOf(names: readonly string[], jobs: number): Promise<readonly string[]> {
  const folder = tempFolder();
  const [lock, log] = [join(folder, "writers.lock"), join(folder, "log")];
  const writers = names.map((name) => runNode(writer, [lock, log, name, String(jobs)]));
  await expect
    .poll(() => names.every((name) => existsSync(`${log}.ready-${name}`)), { interval: 5, timeout: 300_000 })
    .toBe(true);
  writeFileSync(`${log}.go`, "");
  for (const end of await Promise.all(writers)) expect(end.stderr.toString(), "of a writer").toBe("");
  return readFileSync(log, "utf8").trimEnd().split("\n");
}

describe("the writers' queue", () => {
  it("lets the jobs of two processes in one at a time, and neither process waits until the other is done", async () => {
    const lines = await linesOf(["a", "b"], 8);
    const begun = lines.filter((_, at) => at % 2 === 0);
    expect(lines).toEqual(begun.flatMap((line) => [line, line.replace("begins", "ends")]));
    expect(begun).toHaveLength(16);
    const of = (name: string): readonly string[] => begun.filter((line) => line.startsWith(name));
    // Within a process they come in the order they asked.
    for (const name of ["a", "b"])
      expect(of(name)).toEqual(of(name).map((_, index) => `${name}${String(index)} begins`));
    const changes = begun.filter((line, at) => at > 0 && line[0] !== begun[at - 1]?.[0]);
    expect(changes.length).toBeGreaterThan(4);
  });

  it("is one queue for all processes with the same store, in the order they asked, and a failed job does not block it", async () => {
    const lock = join(tempFolder(), "writers.lock");
    const seen: string[] = [];
    const job = (name: string) => async (): Promise<string> => {
      seen.push(`${name} begins`);
      expect(isOsLockHeld(lock)).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${name} ends`);
      if (name === "b") throw new Error("b failed");
      return name;
    };
    const [first, second] = [writersQueue(lock, realWorld), writersQueue(lock, realWorld)];
    const ends = await Promise.allSettled([first(job("a")), second(job("b")), first(job("c")), second(job("d"))]);
    expect(seen).toEqual(["a", "b", "c", "d"].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(ends.map((end) => (end.status === "fulfilled" ? end.value : "failed"))).toEqual(["a", "failed", "c", "d"]);
    expect(isOsLockHeld(lock)).toBe(false);
  });

  it("of another store is not waited for", async () => {
    const folder = tempFolder();
    let open = (): void => undefined;
    const long = writersQueue(
      join(folder, "1.lock"),
      hastyWorld,
    )(() => new Promise<void>((resolve) => (open = resolve)));
    expect(await writersQueue(join(folder, "2.lock"), hastyWorld)(() => Promise.resolve("done"))).toBe("done");
    open();
    await long;
  });

  it("gives up with a code when a process has kept it for an hour", async () => {
    const lock = join(tempFolder(), "writers.lock");
    let passedMs = 0;
    const hours: World = { ...hastyWorld, ticks: () => (passedMs += 60_000) };
    let open = (): void => undefined;
    const long = writersQueue(lock, hastyWorld)(() => new Promise<void>((resolve) => (open = resolve)));
    await expect.poll(() => isOsLockHeld(lock), { interval: 1 }).toBe(true);
    // The same file under another name represents another process: within one process, a queue waits without a limit.
    await expect(
      writersQueue(`${lock.slice(0, -"writers.lock".length)}./writers.lock`, hours)(() => Promise.resolve()),
    ).rejects.toMatchObject({
      code: "store.locked",
      audience: "environment",
    });
    open();
    await long;
  });
});
