import { createHash } from "node:crypto";
import type { ContextViewer, Keeper } from "../api/contexts.ts";
import { makeContextViewer, makeKeeper } from "../api/server/contexts/keeper.ts";
import { realWorld } from "../base/real-world.ts";
import { type Opening, type Setting, writerLock } from "../daemon.ts";
import { isOsLockHeld } from "../lock/os-lock.ts";
import { processGroup } from "../process/containment.ts";
import { ownerId } from "../process/marker.ts";
import { makeRunProcess } from "../process/run.ts";
import { openReader, openStore } from "../store/open.ts";
import { acquireWriterLock } from "../store/writer-lock.ts";
import { openHome, wireGit } from "../wiring/home.ts";

/** Wires what looks at contexts and strays: no lock, and nothing of theirs is changed. */
export async function openContextViewer(setting: Setting): Promise<ContextViewer> {
  const places = await openHome(setting.home);
  const git = await wireGit(places, makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld }), setting.env);
  const store = await openReader(places.home);
  const isPlayed = async (job: { readonly epoch: number; readonly status: { readonly kind: string } }): Promise<boolean> =>
    job.status.kind === "running" && isOsLockHeld(writerLock(places)) && job.epoch === (await store?.epoch());
  return makeContextViewer({ git, places, store, env: setting.env, now: () => realWorld.now(), isPlayed }, async () => store?.close());
}

/** Wires what clears contexts and strays. It waits for the writer lock: nobody plays in this home while it works. */
export async function openKeeper(setting: Setting, opening: Opening): Promise<Keeper> {
  const places = await openHome(setting.home);
  const lock = await acquireWriterLock(writerLock(places), realWorld, opening);
  try {
    const store = await openStore(places.home);
    const homeHash = createHash("sha256").update(places.home).digest("hex").slice(0, 16);
    const run = makeRunProcess({ containment: processGroup, owner: ownerId(homeHash, store.epoch), clock: realWorld });
    const git = await wireGit(places, run, setting.env);
    const isPlayed = (): Promise<boolean> => Promise.resolve(false);
    return makeKeeper({ git, places, store, env: setting.env, now: () => realWorld.now(), isPlayed }, async () => {
      await store.close();
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}
