import { statfsSync } from "node:fs";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { DiskRoom } from "./govern.ts";
import { readDisk, watchDisk } from "./watch.ts";

const limits = { warningBytes: 10, floorBytes: 4 };

test("the room of a disk is what a plain user may still write, and its size", async () => {
  const folder = tempFolder();
  const { blocks, bsize } = statfsSync(folder);
  const room = await readDisk(folder);
  expect(room.totalBytes).toBe(blocks * bsize);
  expect(room.freeBytes).toBeLessThanOrEqual(room.totalBytes);
});

test("a disk that is low at the first look is reported before anything starts", async () => {
  const heard: string[] = [];
  const path = tempFolder();
  const everything = { warningBytes: Number.MAX_SAFE_INTEGER, floorBytes: 0 };
  const stop = await watchDisk({
    path,
    limits: everything,
    world: makeWorld(),
    everyMs: 1000,
    onChange: (level) => heard.push(level),
  });
  expect(heard).toEqual(["low"]);
  stop();
});

test("each change is told once, and the room with it", async () => {
  const { look, heard } = await watched([20, 20, 9, 8, 3, 0, 4, 4.5, 30]);
  for (let round = 0; round < 8; round++) await look();
  expect(heard).toEqual(["low 9", "short 3", "full 0", "short 4", "ample 30"]);
});

test("a disk that can't be asked is as it was", async () => {
  const { look, heard } = await watched([3, null, 3, 20]);
  for (let round = 0; round < 3; round++) await look();
  expect(heard).toEqual(["short 3", "ample 20"]);
});

test("nothing is told or looked at after it was stopped, even in the middle of a look", async () => {
  const { world, look, heard, stop, looks } = await watched([20, 0, 0]);
  const looking = look();
  stop();
  await looking;
  expect(heard).toEqual([]);
  expect(world.pending()).toBe(0);
  expect(looks()).toBe(2);
});

test("stopped between two looks, it does not look again", async () => {
  const { world, stop } = await watched([20]);
  expect(world.pending()).toBe(1);
  stop();
  expect(world.pending()).toBe(0);
});

interface Watched {
  readonly world: HandWorld;
  readonly heard: string[];
  readonly look: () => Promise<void>;
  readonly stop: () => void;
  readonly looks: () => number;
}

/** A watch of a disk that has one room after the other; `null` is a look that fails. */
async function watched(rooms: readonly (number | null)[]): Promise<Watched> {
  const world = makeWorld();
  const heard: string[] = [];
  let looks = 0;
  const read = (): Promise<DiskRoom> => {
    const freeBytes = rooms[looks++] ?? null;
    return freeBytes === null ? Promise.reject(new Error("EIO")) : Promise.resolve({ freeBytes, totalBytes: 100 });
  };
  const onChange = (level: string, room: DiskRoom): void => void heard.push(`${level} ${room.freeBytes}`);
  const stop = await watchDisk({ path: "/", limits, world, everyMs: 1000, onChange, read });
  const look = async (): Promise<void> => {
    world.fire();
    await new Promise(setImmediate);
  };
  return { world, heard, look, stop, looks: () => looks };
}

interface HandWorld {
  after(delayMs: number, call: () => void): () => void;
  fire(): void;
  pending(): number;
}

function makeWorld(): HandWorld {
  const calls = new Set<() => void>();
  return {
    after(_delayMs, call) {
      calls.add(call);
      return () => void calls.delete(call);
    },
    fire() {
      for (const call of [...calls]) {
        calls.delete(call);
        call();
      }
    },
    pending: () => calls.size,
  };
}
