import { limitsOf } from "../../conductor/governor/limits.ts";
import { settingOf } from "../../../test/kit/setting.ts";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { makePipes } from "../../../test/kit/folders.ts";
import { type Kit, makeKit } from "../../../test/kit/kit.ts";
import type { ContextList, ContextRow } from "../../api/contract/context.ts";
import { makeCleanUp } from "../../isolation/contexts/clean.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { conductorPlaces } from "../../base/home/conductor-places.ts";
import { placesIn } from "../../isolation/home/places.ts";
import { processGroup } from "../../process/tree/containment.ts";
import { thisOwner } from "../../process/tree/owner.ts";
import { makeRunProcess } from "../../process/run/run.ts";
import { openReader } from "../../store/sqlite/open.ts";
import { acquireWriterLock } from "../../store/sqlite/open/writer-lock.ts";
import { wireGit } from "../../isolation/home/home.ts";

let kit: Kit;
beforeEach(() => {
  kit = makeKit({ "README.md": "hello\n" });
  vi.stubEnv("TUTTI_HOME", kit.home);
  // How full the disk of this machine is must not matter.
  vi.stubEnv("TUTTI_DISK_WARNING_GB", "0");
  vi.stubEnv("TUTTI_DISK_FLOOR_GB", "0");
});
afterEach(() => {
  vi.unstubAllEnvs();
  kit.dispose();
});

const list = async (): Promise<ContextList> =>
  JSON.parse((await tutti("worktree", "list", "--json")).out) as ContextList;

/** Plays a sheet that fails, so that its context stays. */
async function playFailing(): Promise<ContextRow> {
  await kit.play(
    { s: "create work.txt work\nfail 1" },
    { score: { isolation: "clone", retry: { attempts: 1, base_delay: "1ms", max_delay: "2ms" } } },
  );
  const [row] = (await list()).contexts;
  if (row === undefined) throw new Error("no context was kept");
  return row;
}

it("a context that a live process holds is refused at once, although another process holds the home", async () => {
  const detail = await playFailing();
  writeFileSync(join(kit.home, "contexts", detail.id, "lock"), JSON.stringify({ owner: thisOwner(), why: "me" }));
  const held = await acquireWriterLock(conductorPlaces(kit.home).writerLock, realWorld, { onWait: () => undefined });
  try {
    const removed = await tutti("worktree", "remove", detail.id);
    expect([removed.code, removed.out]).toEqual([1, expect.stringContaining(`in use by process ${process.pid}`)]);
    expect((await tutti("worktree", "unlock", detail.id)).code).toBe(1);
    const before = process.listenerCount("SIGTERM");
    const waiting = tutti("worktree", "remove", "--force", detail.id);
    await vi.waitFor(() => expect(process.listenerCount("SIGTERM")).toBe(before + 1), {
      timeout: 300_000,
      interval: 5,
    });
    process.emit("SIGTERM", "SIGTERM");
    const { code, err } = await waiting;
    expect([code === 0, err]).toEqual([false, expect.stringContaining("stopping: nothing was done")]);
    expect(err).not.toContain("captured");
  } finally {
    held.release();
  }
  expect(existsSync(detail.path)).toBe(true);
});

it("a context that holds what no snapshot can says what to do about it, and doing so helps", async () => {
  const detail = await playFailing();
  makePipes(join(detail.path, "pipe"));
  const { code, out } = await tutti("worktree", "remove", "--force", detail.id);
  expect([code, out]).toEqual([
    1,
    expect.stringContaining(
      `Look at ${detail.path}, take what you need, delete the folder, then: tutti worktree prune`,
    ),
  ]);
  rmSync(detail.path, { recursive: true });
  expect((await tutti("worktree", "prune")).code).toBe(0);
  expect((await list()).contexts).toEqual([]);
});

it("clean-up by the rules reports a context that stays once, not at every job's end", async () => {
  const detail = await playFailing();
  makePipes(join(detail.path, "pipe"));
  vi.stubEnv("TUTTI_CLEANUP_AGE_DAYS", "0");
  const notices: string[] = [];
  const places = placesIn(kit.home);
  const run = makeRunProcess({ containment: processGroup, owner: "test", clock: realWorld });
  const git = await wireGit(places, run, process.env);
  const store = await openReader(kit.home);
  const parts = {
    git,
    places,
    store,
    limits: () => limitsOf(settingOf(kit.home, process.env).settings()),
    now: () => realWorld.now(),
    isPlayed: () => Promise.resolve(false),
  };
  try {
    for (const cleanUp of [1, 2].map(() => makeCleanUp(parts, (text) => notices.push(text)))) await cleanUp();
  } finally {
    await store?.close();
  }
  expect(notices).toEqual([expect.stringContaining(`${detail.id} could not be cleaned up and stays`)]);
  expect(existsSync(detail.path)).toBe(true);
});
