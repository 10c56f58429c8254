import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { writeRunning } from "../../api/local/running.ts";
import { type ConductorPlaces, conductorPlaces } from "../../base/home/conductor-places.ts";
import { isOsLockHeld, tryOsLock } from "../../lock/os-lock.ts";
import { thisOwner } from "../../process/tree/owner.ts";
import { takeHome } from "./take-home.ts";

function makeHome(): ConductorPlaces {
  const places = conductorPlaces(tempFolder());
  mkdirSync(places.folder);
  return places;
}

const claim = { version: "1.0.0", protocol: 1, startedAt: 0, startedBy: "hand" } as const;

const atOnce = { livingMs: 0, unknownMs: 0 };

describe("a home", () => {
  it("is taken by the first, though a killed one left its files behind", async () => {
    const places = makeHome();
    writeFileSync(places.token, "old");
    await writeRunning(places, { ...claim, ...thisOwner(), socket: places.socket });
    const taken = await takeHome(places, "1.0.0");
    expect(taken.kind).toBe("taken");
    expect(isOsLockHeld(places.writerLock)).toBe(true);
    if (taken.kind === "taken") taken.lock.release();
  });

  it("that is in use without a conductor is busy, and no holder is named for a pid that is another's by now", async () => {
    const places = makeHome();
    await writeRunning(places, { ...claim, ...thisOwner(), startTime: "1", socket: places.socket });
    const lock = tryOsLock(places.writerLock);
    const refused = takeHome(places, "1.0.0", atOnce);
    await expect(refused).rejects.toMatchObject({ code: "conductor.busy" });
    await expect(refused).rejects.toThrow("without a conductor");
    lock?.release();
  });

  it("whose conductor does not answer is busy, and it is named", async () => {
    const places = makeHome();
    writeFileSync(places.token, "token");
    await writeRunning(places, { ...claim, ...thisOwner(), socket: places.socket });
    const lock = tryOsLock(places.writerLock);
    await expect(takeHome(places, "1.0.0", atOnce)).rejects.toThrow(`process ${String(process.pid)}`);
    lock?.release();
  });
});
