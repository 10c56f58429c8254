import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { EpochMs } from "../../base/ids.ts";
import { newLane, runningOf, sessionsOf, withRunning } from "../../schedule/accounts/lane.ts";
import { openLedger } from "./ledger.ts";

const now = 1_000 as EpochMs;
const lane = newLane({ name: "claude", account: "a", window: 4 });

it("two homes add to one lane, and each sees that the other has written", () => {
  const folder = join(tempFolder(), "accounts");
  const [one, other] = [openLedger(folder), openLedger(folder)];
  const before = other.version();
  for (const ledger of [one, other, one]) {
    const { holder } = ledger;
    ledger.change("a/m", (was = lane) => withRunning(was, { now, holder }, runningOf(was, holder) + 1));
  }

  expect(sessionsOf(other.read("a/m") ?? lane)).toBe(3);
  expect(other.version()).not.toBe(before);
  expect([...one.all().keys()]).toEqual(["a/m"]);
  one.close();
  other.close();
});

it("a home whose process is gone is known by its lock, and one that is there is not", () => {
  const folder = join(tempFolder(), "accounts");
  const [here, there] = [openLedger(folder), openLedger(folder)];
  mkdirSync(join(folder, "holders"), { recursive: true });
  // A killed process leaves its file, and no lock on it.
  writeFileSync(join(folder, "holders", "killed.lock"), "");

  expect(here.gone([here.holder, there.holder, "killed", "unknown"])).toEqual(["killed", "unknown"]);
  there.close();
  expect(here.gone([there.holder])).toEqual([there.holder]);
  here.close();
});

it("an error in a change leaves the lane as it was", () => {
  const ledger = openLedger(join(tempFolder(), "accounts"));
  ledger.change("a/m", () => lane);
  expect(() => {
    ledger.change("a/m", () => {
      throw new TypeError("no");
    });
  }).toThrow("no");
  ledger.change("a/m", (was) => was && { ...was, window: 5 });
  expect(ledger.read("a/m")?.window).toBe(5);
  ledger.change("a/m", () => undefined);
  expect(ledger.read("a/m")).toBeUndefined();
  ledger.close();
});
