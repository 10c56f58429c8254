import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { hastyWorld } from "../../test/kit/git.ts";
import { runNode } from "../../test/kit/node.ts";
import { TuttiError } from "../base/error.ts";
import type { World } from "../base/world/world.ts";
import { type LockWait, acquireOsLock, isOsLockHeld, tryOsLock } from "./os-lock.ts";

const refused = (): TuttiError => new TuttiError("store.locked", "given up", { audience: "user" });
const quietly: LockWait = { refused };

/** A process that holds the lock until it is ended, and says so by a file. */
async function holderOf(path: string): Promise<{ pid: number; ended: Promise<unknown>; stop: AbortController }> {
  const note = `${path}.held-by`;
  const script = `
    const { acquireOsLock } = await import(${JSON.stringify(new URL("./os-lock.ts", import.meta.url).href)});
    const { renameSync, writeFileSync } = await import("node:fs");
    const world = { after: (ms, call) => setTimeout(call, ms), ticks: () => 0 };
    const lock = await acquireOsLock(process.argv[1], world, {});
    writeFileSync(process.argv[2] + ".new", String(process.pid));
    renameSync(process.argv[2] + ".new", process.argv[2]);
    setInterval(() => lock, 1000);`;
  const stop = new AbortController();
  const ended = runNode(script, [path, note], { cancel: stop.signal });
  await expect.poll(() => existsSync(note), { interval: 5, timeout: 300_000 }).toBe(true);
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

describe("a lock", () => {
  it("is held by one at a time; the second waits, says so once, and gets it when the first gives it back", async () => {
    const path = join(tempFolder(), "a.lock");
    const first = await acquireOsLock(path, hastyWorld, quietly);
    let said = 0;
    const second = acquireOsLock(path, hastyWorld, {
      ...quietly,
      onWait: () => {
        said += 1;
        setImmediate(() => first.release());
      },
    });
    (await second).release();
    expect(said).toBe(1);
    (await acquireOsLock(path, hastyWorld, { ...quietly, onWait: () => expect.unreachable() })).release();
  });

  it("is free at once when its holder is killed", async () => {
    const path = join(tempFolder(), "a.lock");
    const holder = await holderOf(path);
    expect(isOsLockHeld(path)).toBe(true);
    const world = countingWorld(() => process.kill(holder.pid, "SIGKILL"));
    const lock = await acquireOsLock(path, world, quietly);
    await holder.ended;
    expect(world.waits()).toBeGreaterThan(0);
    lock.release();
    expect(isOsLockHeld(path)).toBe(false);
  });

  it("stays held when another process checks whether its holder lives, and when the holder itself checks", async () => {
    const path = join(tempFolder(), "a.lock");
    expect(isOsLockHeld(path)).toBe(false);
    const lock = await acquireOsLock(path, hastyWorld, quietly);
    expect([isOsLockHeld(path), isOsLockHeld(path)]).toEqual([true, true]);
    const stop = new AbortController();
    const world = countingWorld(() => stop.abort());
    await expect(acquireOsLock(path, world, { ...quietly, signal: stop.signal })).rejects.toMatchObject({
      code: "store.locked",
    });
    lock.release();
    expect(isOsLockHeld(path)).toBe(false);
  });

  it("is not waited for any more once the user said stop, and waiting long piles up nothing", async () => {
    const path = join(tempFolder(), "a.lock");
    const lock = await acquireOsLock(path, hastyWorld, quietly);
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
    const world: World = {
      ...hastyWorld,
      after: (delayMs, call) => ((waits += 1) === 30 && stop.abort(), hastyWorld.after(delayMs, call)),
    };
    await expect(acquireOsLock(path, world, { ...quietly, signal })).rejects.toMatchObject({ message: "given up" });
    expect(waits).toBeGreaterThanOrEqual(30);
    expect(listeners).toBeLessThanOrEqual(1);
    lock.release();
  });

  it("is not waited for longer than the limit", async () => {
    const path = join(tempFolder(), "a.lock");
    const lock = await acquireOsLock(path, hastyWorld, quietly);
    let passedMs = 0;
    const world: World = {
      ...hastyWorld,
      ticks: () => passedMs,
      after: (delayMs, call) => ((passedMs += delayMs), hastyWorld.after(delayMs, call)),
    };
    await expect(acquireOsLock(path, world, { ...quietly, limitMs: 5000, pollMs: 70 })).rejects.toMatchObject({
      message: "given up",
    });
    expect(passedMs).toBeGreaterThan(5000);
    expect(passedMs).toBeLessThanOrEqual(5070);
    lock.release();
  });

  it("is refused at once to a process that does not wait while another one holds it", () => {
    const path = join(tempFolder(), "a.lock");
    const lock = tryOsLock(path);
    expect(tryOsLock(path)).toBeUndefined();
    lock?.release();
    tryOsLock(path)?.release();
    expect(lock).toBeDefined();
  });

  it.each([
    ["a folder", (path: string) => mkdirSync(path)],
    [
      "something else than a lock of ours",
      (path: string) => writeFileSync(path, "no database at all, and long enough to be sure of that".repeat(20)),
    ],
  ])("where %s lies is an error, not an endless wait", async (_, deed) => {
    const path = join(tempFolder(), "a.lock");
    deed(path);
    await expect(acquireOsLock(path, hastyWorld, quietly)).rejects.toMatchObject({
      code: "store.write_failed",
      audience: "environment",
    });
  });
});
