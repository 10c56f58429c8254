import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deadOwner } from "../../../test/kit/bystander.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { ContextId } from "../../base/ids.ts";
import { thisOwner } from "../../process/tree/owner.ts";
import { lockContext, readContextLock, unlockContext } from "./presence.ts";
import { type Places, placesIn } from "../home/places.ts";

const id = "job.s" as ContextId;

function admin(): Places {
  const places = placesIn(tempFolder());
  mkdirSync(places.admin(id), { recursive: true });
  return places;
}

const written = (places: Places, text: string): void => writeFileSync(join(places.admin(id), "lock"), text);

describe("the lock of a context", () => {
  it("says who works in it and why, until it is taken off", async () => {
    const places = admin();
    expect(await readContextLock(places, id)).toBeUndefined();
    await lockContext(places, id, "job, sheet s");
    expect(await readContextLock(places, id)).toEqual({ owner: thisOwner(), why: "job, sheet s", isStale: false });
    await unlockContext(places, id);
    await unlockContext(places, id);
    expect([await readContextLock(places, id), readdirSync(places.admin(id))]).toEqual([undefined, []]);
  });

  it.skipIf(!existsSync("/proc/self/stat"))(
    "is stale when its process is dead, and fresh when a live process takes it again",
    async () => {
      const places = admin();
      written(places, JSON.stringify({ owner: await deadOwner(), why: "before" }));
      expect(await readContextLock(places, id)).toMatchObject({ why: "before", isStale: true });
      await lockContext(places, id, "now");
      expect(await readContextLock(places, id)).toMatchObject({ why: "now", isStale: false });
    },
  );

  it.skipIf(!existsSync("/proc/self/stat"))(
    "of another start of the machine is stale, and of another container is not",
    async () => {
      const places = admin();
      written(places, JSON.stringify({ owner: { ...thisOwner(), bootId: "00000000" }, why: "" }));
      expect(await readContextLock(places, id)).toMatchObject({ isStale: true });
      written(places, JSON.stringify({ owner: { ...(await deadOwner()), pidNamespace: "1" }, why: "" }));
      expect(await readContextLock(places, id)).toMatchObject({ isStale: false });
    },
  );

  it.each(["", "{", "null", "{}", '{"owner":null,"why":"x"}', '"text"'])(
    "that can't be read counts: %j",
    async (text) => {
      const places = admin();
      written(places, text);
      expect(await readContextLock(places, id)).toMatchObject({ isStale: false });
    },
  );
});
