import { expect, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import { realWorld } from "../../base/world/real-world.ts";
import type { DiskLimits } from "../../isolation/disk/govern.ts";
import { makeBrake } from "../../process/brake.ts";
import { governHome, lookAtDisk } from "./disk.ts";

async function govern(
  limits: DiskLimits,
): Promise<{ trouble: DiskTrouble | null; notices: readonly string[]; isBraked: boolean }> {
  const notices: string[] = [];
  const brake = makeBrake();
  const governor = await governHome({
    path: tempFolder(),
    limits,
    world: realWorld,
    brake,
    makeRoom: () => Promise.resolve(),
    notice: (text) => void notices.push(text),
  });
  const seen = { trouble: governor.trouble(), notices, isBraked: brake.isOn() };
  governor.stop();
  return seen;
}

test("with room on the disk nothing is said", async () => {
  expect(await govern({ warningBytes: 0, floorBytes: 0 })).toEqual({ trouble: null, notices: [], isBraked: false });
});

test("a disk below the floor says how much is free, what the floor is and what to do", async () => {
  const { trouble, notices, isBraked } = await govern({ warningBytes: 0, floorBytes: 1e18 });
  expect(trouble).toMatchObject({
    level: "full",
    limitBytes: 2.5e17,
    next: expect.stringContaining("tutti clean") as string,
  });
  expect(trouble?.what).toMatch(
    /^\d+(\.\d GB| MB) free on the disk, and the floor is 1000000000\.0 GB \(limits\.disk_floor\): agents are halted until 312500000\.0 GB are free$/,
  );
  expect([notices, isBraked]).toEqual([[trouble?.what], true]);
});

test("a disk below the warning says so and halts no sheet, also to those who only look", async () => {
  const limits = { warningBytes: 1e18, floorBytes: 0 };
  const { trouble, isBraked } = await govern(limits);
  expect([trouble?.level, isBraked]).toEqual(["low", false]);
  expect(trouble?.what).toContain("and the warning is at 1000000000.0 GB (limits.disk_warning)");
  expect(await lookAtDisk(tempFolder(), limits)).toMatchObject({ level: "low", limitBytes: 1e18 });
});
