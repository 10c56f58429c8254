import { expect, test } from "vitest";
import { type MachineLevel, type Readings, pressureOf } from "./levels.ts";

const roomy: Readings = {
  availableBytes: 32e9,
  floorBytes: 512e6,
  processes: { used: 100, limit: 10_000 },
  loadPerCore: 1,
};
const levelOf = (more: Partial<Readings>, before: MachineLevel = "ample"): MachineLevel =>
  pressureOf({ ...roomy, ...more }, before).level;

test("a machine with room is ample, and so is one that does not tell", () => {
  expect(pressureOf(roomy, "ample")).toEqual({ level: "ample", why: null });
  expect(levelOf({ availableBytes: null, processes: { used: 5, limit: null } })).toBe("ample");
  expect(levelOf({ availableBytes: 0, floorBytes: 0 })).toBe("ample");
});

test.each([
  [{ availableBytes: 1e9 }, "slow"],
  [{ availableBytes: 500e6 }, "short"],
  [{ availableBytes: 100e6 }, "full"],
  [{ processes: { used: 8_100, limit: 10_000 } }, "slow"],
  [{ processes: { used: 9_100, limit: 10_000 } }, "short"],
  [{ processes: { used: 9_700, limit: 10_000 } }, "full"],
  [{ loadPerCore: 20 }, "slow"],
  [{ loadPerCore: 40 }, "short"],
  [{ loadPerCore: 4_000 }, "short"],
  [{ loadPerCore: 20, availableBytes: 100e6 }, "full"],
] as const)("%j is %s, and says why", (more, level) => {
  expect(levelOf(more)).toBe(level);
  expect(pressureOf({ ...roomy, ...more }, "ample").why).toMatch(/\d/);
});

test("a level is left only with a quarter more room than it began with", () => {
  expect(levelOf({ availableBytes: 600e6 }, "short")).toBe("short");
  expect(levelOf({ availableBytes: 600e6 }, "slow")).toBe("slow");
  expect(levelOf({ availableBytes: 650e6 }, "short")).toBe("slow");
  expect(levelOf({ availableBytes: 150e6 }, "full")).toBe("full");
  expect(levelOf({ availableBytes: 170e6 }, "full")).toBe("short");
  expect(levelOf({ availableBytes: 1.3e9 }, "full")).toBe("ample");
});
