import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runNode } from "../../../test/kit/node.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { untilExists } from "../../../test/kit/processes.ts";
import { type ConductorPlaces, conductorPlaces } from "../../base/home/conductor-places.ts";
import { isOsLockHeld, tryOsLock } from "../../lock/os-lock.ts";
import { thisOwner } from "../../process/tree/owner.ts";
import { endConductor } from "./end.ts";
import { readRunning, writeRunning } from "./running.ts";

const how = { version: "1.0.0", now: false, why: "enough" };

function makeHome(): ConductorPlaces {
  const places = conductorPlaces(tempFolder());
  mkdirSync(places.folder);
  return places;
}

/** A process that holds the home and says that it is its conductor, but never answers. */
const stuck = `
  const [lock, running, owner] = await Promise.all(["../../lock/os-lock.ts", "./running.ts", "../../process/tree/owner.ts"].map((path) => import(new URL(path, ${JSON.stringify(import.meta.url)}).href)));
  const places = JSON.parse(process.argv[1]);
  const held = lock.tryOsLock(places.writerLock);
  await running.writeRunning(places, { ...owner.thisOwner(), version: "1.0.0", protocol: 1, socket: places.socket, startedAt: 0, startedBy: "hand" });
  setInterval(() => held, 1000);`;

describe.skipIf(process.platform !== "linux")("a conductor that does not answer", () => {
  it("is only killed when that is asked for", async () => {
    const places = makeHome();
    const process = runNode(stuck, [JSON.stringify(places)]);
    await untilExists(places.running);
    await expect(endConductor(places, how)).rejects.toMatchObject({ code: "conductor.busy" });
    const running = readRunning(places);
    expect(await endConductor(places, { ...how, now: true })).toEqual({ kind: "ended", pid: running?.pid, jobs: null });
    expect((await process).how).toEqual({ kind: "signalled", signal: "SIGKILL" });
    expect(isOsLockHeld(places.writerLock)).toBe(false);
  });

  it("is not killed when its pid is another process's by now", async () => {
    const places = makeHome();
    const lock = tryOsLock(places.writerLock);
    await writeRunning(places, {
      ...thisOwner(),
      startTime: "1",
      version: "1.0.0",
      protocol: 1,
      socket: places.socket,
      startedAt: 0,
      startedBy: "hand",
    });
    await expect(endConductor(places, { ...how, now: true })).rejects.toMatchObject({ code: "conductor.busy" });
    lock?.release();
  });
});

it("a home without a conductor has nothing to end", async () => {
  expect(await endConductor(makeHome(), how)).toEqual({ kind: "absent" });
});
