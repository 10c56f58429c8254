import {
  chownSync,
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRoot, tempFolder } from "../../test/kit/folders.ts";
import { hastyWorld, run } from "../../test/kit/git.ts";
import type { World } from "../base/world/world.ts";
import { removeStaleLocks } from "./stale-locks.ts";

const longAgo = Date.now() / 1000 - 3600;
const startedAt = Date.now();

function lockIn(folder: string, at = longAgo): string {
  const path = join(folder, "main.lock");
  writeFileSync(path, "");
  utimesSync(path, at, at);
  return path;
}

function isRunning(program: string): boolean {
  return readdirSync("/proc").some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(`${program}\0`);
    } catch {
      return false;
    }
  });
}

/** A world in which something happens while the locks are watched. */
function meanwhile(deed: () => void): World {
  return { ...hastyWorld, after: (delayMs, call) => (deed(), hastyWorld.after(delayMs, call)) };
}

describe.skipIf(!existsSync("/proc/self/fd"))("a lock in the user's repository", () => {
  it("that is old and without a holder is removed", async () => {
    const path = lockIn(tempFolder());
    expect(await removeStaleLocks([path, `${path}.not-there`], hastyWorld, { startedAt, folders: [] })).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it("that was made after the start stays", async () => {
    const path = lockIn(tempFolder(), Date.now() / 1000 + 5);
    expect(await removeStaleLocks([path], hastyWorld, { startedAt, folders: [] })).toEqual([path]);
    expect(existsSync(path)).toBe(true);
  });

  it("stays while any git is at work in the repository, in its folder or pointed at it", async () => {
    const [folder, other] = [realpathSync(tempFolder()), realpathSync(tempFolder())];
    const path = lockIn(folder);
    symlinkSync("/bin/sleep", join(other, "git"));
    const stop = new AbortController();
    const holder = run({
      argv: [join(other, "git"), "60"],
      cwd: folder,
      env: {},
      output: { kind: "memory", capBytes: 100 },
      tree: "group",
      limits: { cancel: stop.signal },
    });
    await expect.poll(() => isRunning(join(other, "git")), { interval: 5, timeout: 300_000 }).toBe(true);
    expect(await removeStaleLocks([path], hastyWorld, { startedAt, folders: [folder] })).toEqual([path]);
    expect(await removeStaleLocks([path], hastyWorld, { startedAt, folders: [join(other, "git")] })).toEqual([path]);
    stop.abort();
    await holder;
    expect(await removeStaleLocks([path], hastyWorld, { startedAt, folders: [folder] })).toEqual([]);
  });

  it("that is written, or made anew, while it is watched stays", async () => {
    const folder = tempFolder();
    const path = lockIn(folder);
    expect(
      await removeStaleLocks(
        [path],
        meanwhile(() => utimesSync(path, longAgo + 60, longAgo + 60)),
        { startedAt, folders: [] },
      ),
    ).toEqual([path]);
    expect(readdirSync(folder)).toEqual(["main.lock"]);
  });

  it.skipIf(!isRoot)(
    "of another user's stays: whether that one lives can't always be seen (skipped unless root, who can make one)",
    async () => {
      const path = lockIn(tempFolder());
      chownSync(path, 65_534, 65_534);
      expect(await removeStaleLocks([path], hastyWorld, { startedAt, folders: [] })).toEqual([path]);
    },
  );

  it("is not waited for when there is none", async () => {
    let waited = false;
    await removeStaleLocks(
      [join(tempFolder(), "none.lock")],
      meanwhile(() => (waited = true)),
      { startedAt, folders: [] },
    );
    expect(waited).toBe(false);
  });
});
