import { expect, test } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { realWorld } from "../base/real-world.ts";
import { makeBrake } from "../process/brake.ts";
import { governHome } from "./disk.ts";

async function govern(floorBytes: number): Promise<{ whyNot: string | null; notices: readonly string[]; isBraked: boolean }> {
  const notices: string[] = [];
  const brake = makeBrake();
  const governor = await governHome({
    path: tempFolder(),
    limits: { warningBytes: 0, floorBytes },
    world: realWorld,
    brake,
    makeRoom: () => Promise.resolve(),
    notice: (text) => void notices.push(text),
  });
  const seen = { whyNot: governor.whyNot(), notices, isBraked: brake.isOn() };
  governor.stop();
  return seen;
}

test("with room on the disk nothing is said", async () => {
  expect(await govern(0)).toEqual({ whyNot: null, notices: [], isBraked: false });
});

test("a disk below the floor keeps sheets from starting, and says how much is free", async () => {
  const { whyNot, notices, isBraked } = await govern(1e18);
  expect(whyNot).toMatch(/^\d+\.\d GB free on the disk: agents are halted until there is room$/);
  expect([notices, isBraked]).toEqual([[whyNot], true]);
});
