import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { conductorPlaces } from "../../base/home/conductor-places.ts";
import { readyToListen } from "./listen.ts";

describe("the conductor's socket", () => {
  it("lies in the home, in a folder that is only ours", async () => {
    const places = conductorPlaces(tempFolder());
    mkdirSync(places.folder, { mode: 0o755 });
    expect(await readyToListen(places, {})).toBe(places.socket);
    expect(statSync(places.folder).mode & 0o777).toBe(0o700);
  });

  it("lies in the runtime folder where there is one, one for each home", async () => {
    const runtime = tempFolder();
    const one = await readyToListen(conductorPlaces(tempFolder()), { XDG_RUNTIME_DIR: runtime });
    const other = await readyToListen(conductorPlaces(tempFolder()), { XDG_RUNTIME_DIR: runtime });
    expect(one.startsWith(join(runtime, "tutti", "/"))).toBe(true);
    expect(other).not.toBe(one);
    expect(statSync(join(runtime, "tutti")).mode & 0o777).toBe(0o700);
  });

  it.each([
    ["others may enter", (folder: string) => chmodSync(folder, 0o755)],
    ["is a relative path", () => undefined, "run"],
    ["is not there", () => undefined, "/nowhere/at/all"],
    ["has a link where our folder should be", (folder: string) => symlinkSync("/tmp", join(folder, "tutti"))],
  ])("stays in the home when the runtime folder %s", async (_, spoil, named?: string) => {
    const runtime = tempFolder();
    spoil(runtime);
    const places = conductorPlaces(tempFolder());
    expect(await readyToListen(places, { XDG_RUNTIME_DIR: named ?? runtime })).toBe(places.socket);
  });

  it("is refused with the figure when its path is longer than the system takes", async () => {
    const places = conductorPlaces(join(tempFolder(), "x".repeat(120)));
    const refused = readyToListen(places, {});
    await expect(refused).rejects.toMatchObject({ code: "conductor.no_socket" });
    await expect(refused).rejects.toThrow(`${String(Buffer.byteLength(places.socket))} bytes`);
    expect(existsSync(places.folder)).toBe(false);
  });

  it("of a home with a long path lies in the runtime folder", async () => {
    const runtime = tempFolder();
    const path = await readyToListen(conductorPlaces(join(tempFolder(), "x".repeat(120))), {
      XDG_RUNTIME_DIR: runtime,
    });
    expect(path.startsWith(runtime)).toBe(true);
  });
});
