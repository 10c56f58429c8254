import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { hastyWorld } from "../../test/kit/git.ts";
import { runNode } from "../../test/kit/node.ts";
import type { World } from "../base/world.ts";
import { acquireWriterLock, isWriterAlive } from "./writer-lock.ts";

const quietly = { onWait: () => undefined };

/** A process that holds the lock until it is ended, and says so by a file. */
async function holderOf(path: string): Promise<{ pid: number; ended: Promise<unknown>; stop: AbortController }> {
  const note = `${path}.held-by`;
  const script = `
    const { acquireWriterLock } = await import(${JSON.stringify(new URL("./writer-lock.ts", import.meta.url).href)});
    const { renameSync, writeFileSync } = await import("node:fs");
    const lock = await acquireWriterLock(process.argv[1], { after: (ms, call) => setTimeout(call, ms) }, { onWait() {} });
    writeFileSync(process.argv[2] + ".new", String(process.pid));
    renameSync(process.argv[2] + ".new", process.argv[2]);
    setInterval(() => lock, 1000);`;
  const stop = new AbortController();
  const ended = runNode(script, [path, note], { cancel: stop.signal });
  await expect.poll(() => existsSync(note), { interval: 5, timeout: 30_000 }).toBe(true);
  return { pid: Number(readFileSync(note, "utf8")), ended, stop };
}

/** A world whose waits are counted, and in which something happens at the first one. */
function countingWorld(atFirstWait: () => void): World & { waits: () => number } {
  let waits = 0;
  return {
    ...hastyWorld,
    waits: () => waits,
    after: (delayMs, call) => {
      waits += 1;
      if (waits === 1) atFirstWait();
      return hastyWorld.after(delayMs, call);
    },
  };
}

describe("the writer lock", () => {
  it("is held by one at a time; the second waits, says so once, and gets it when the first gives it back", async () => {
    const path = join(tempFolder(), "writer.lock");
    const first = await acquireWriterLock(path, hastyWorld, quietly);
    let said = 0;
    const second = acquireWriterLock(path, hastyWorld, {
      onWait: () => {
        said += 1;
        setImmediate(() => first.release());
      },
    });
    (await second).release();
    expect(said).toBe(1);
    (await acquireWriterLock(path, hastyWorld, { onWait: () => expect.unreachable() })).release();
  });

  it("is free at once when its holder is killed", async () => {
    const path = join(tempFolder(), "writer.lock");
    const holder = await holderOf(path);
    expect(isWriterAlive(path)).toBe(true);
    const world = countingWorld(() => process.kill(holder.pid, "SIGKILL"));
    const lock = await acquireWriterLock(path, world, quietly);
    await holder.ended;
    expect(world.waits()).toBeGreaterThan(0);
    lock.release();
    expect(isWriterAlive(path)).toBe(false);
  });

  it("is not given up because somebody looked whether its holder lives, nor by looking from the holder itself", async () => {
    const path = join(tempFolder(), "writer.lock");
    expect(isWriterAlive(path)).toBe(false);
    const lock = await acquireWriterLock(path, hastyWorld, quietly);
    expect([isWriterAlive(path), isWriterAlive(path)]).toEqual([true, true]);
    const stop = new AbortController();
    const world = countingWorld(() => stop.abort());
    await expect(acquireWriterLock(path, world, { ...quietly, signal: stop.signal })).rejects.toMatchObject({ code: "store.locked" });
    lock.release();
    expect(isWriterAlive(path)).toBe(false);
  });

  it("is not waited for any more once the user said stop, and waiting long piles up nothing", async () => {
    const path = join(tempFolder(), "writer.lock");
    const lock = await acquireWriterLock(path, hastyWorld, quietly);
    const stop = new AbortController();
    let listeners = 0;
    const signal = new Proxy(stop.signal, {
      get: (target, key) => {
        if (key === "addEventListener") listeners += 1;
        if (key === "removeEventListener") listeners -= 1;
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    let waits = 0;
    const world: World = { ...hastyWorld, after: (delayMs, call) => ((waits += 1) === 30 && stop.abort(), hastyWorld.after(delayMs, call)) };
    await expect(acquireWriterLock(path, world, { ...quietly, signal })).rejects.toMatchObject({
      code: "store.locked",
      audience: "user",
      hint: expect.stringContaining("TUTTI_HOME") as string,
    });
    expect(waits).toBeGreaterThanOrEqual(30);
    expect(listeners).toBeLessThanOrEqual(1);
    lock.release();
  });

  it.each([
    ["a folder", (path: string) => mkdirSync(path)],
    ["something else than a lock of ours", (path: string) => writeFileSync(path, "no database at all, and long enough to be sure of that".repeat(20))],
  ])("where %s lies is an error, not an endless wait", async (_, deed) => {
    const path = join(tempFolder(), "writer.lock");
    deed(path);
    await expect(acquireWriterLock(path, hastyWorld, quietly)).rejects.toMatchObject({ code: "store.write_failed", audience: "environment" });
  });
});
