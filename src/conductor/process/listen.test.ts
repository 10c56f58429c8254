import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { dial } from "../../api/local/dial.ts";
import { protocol } from "../../api/protocol.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { makeFront } from "./front.ts";
import { type Stand, makeStand } from "./listen.ts";

const stands: Stand[] = [];
afterEach(async () => {
  for (const stand of stands.splice(0)) await stand.close();
});

async function standIn(folder: string, announced: string[]): Promise<Stand> {
  const front = makeFront(() => undefined);
  let number = 0;
  const stand = await makeStand({
    place: () => Promise.resolve(join(folder, "socket", String((number += 1)))),
    announce: (socket) => Promise.resolve(void announced.push(socket)),
    serving: {
      handlers: front.handlers,
      bus: front.bus,
      greeting: { token: "secret", protocol, version: "1.0.0", pid: process.pid, isIdle: () => true },
      log: () => undefined,
    },
    log: { write: () => undefined },
    world: realWorld,
    lookMs: 5,
  });
  stands.push(stand);
  return stand;
}

describe("a conductor's socket", () => {
  it("is only its owner's", async () => {
    const stand = await standIn(tempFolder(), []);
    expect(statSync(stand.socket()).mode & 0o777).toBe(0o600);
  });

  it("that was cleared away is made again, and clients are told where", async () => {
    const folder = tempFolder();
    const announced: string[] = [];
    const stand = await standIn(folder, announced);
    const before = await dial({ socket: stand.socket(), token: "secret", version: "1.0.0" });
    rmSync(join(folder, "socket"), { recursive: true });
    await vi.waitFor(() => expect(announced.length).toBe(2), { timeout: 300_000, interval: 5 });
    await vi.waitFor(() => expect(existsSync(announced[1]!)).toBe(true), { timeout: 300_000, interval: 5 });
    const after = await dial({ socket: announced[1]!, token: "secret", version: "1.0.0" });
    expect(stand.socket()).toBe(announced[1]);
    expect(stand.connections()).toBe(2);
    await Promise.all([before.close(), after.close()]);
  });
});
