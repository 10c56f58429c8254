import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import type { CommitSha } from "../../../base/ids.ts";
import { tryIndexLocks } from "./index-lock.ts";

const commit = "1".repeat(40) as CommitSha;
const intent = { owner: "home.1", ref: "refs/heads/main", path: "", from: commit, to: commit };

it("a lock that is given back twice takes no lock away that git has made in between", async () => {
  const gitDir = tempFolder();
  const path = join(gitDir, "index.lock");
  const taken = await tryIndexLocks([gitDir], intent);
  const lock = taken.kind === "held" ? taken.locks.get(gitDir) : undefined;
  await lock?.release();
  expect(readdirSync(gitDir)).toEqual([]);
  writeFileSync(path, "DIRC");
  await lock?.release();
  expect(existsSync(path)).toBe(true);
  rmSync(path);
});

it("a worktree that a person removes while its lock is given back is no fault", async () => {
  const folder = tempFolder();
  for (let round = 0; round < 300; round += 1) {
    const gitDir = join(folder, String(round));
    mkdirSync(gitDir);
    const taken = await tryIndexLocks([gitDir], intent);
    const lock = taken.kind === "held" ? taken.locks.get(gitDir) : undefined;
    await Promise.all([
      lock?.release(),
      new Promise((resolve) => setImmediate(resolve)).then(() => rm(gitDir, { recursive: true, force: true })),
    ]);
    expect(existsSync(gitDir)).toBe(false);
  }
});

it("a worktree that is gone before its lock is taken is looked at again, not waited for", async () => {
  const gitDir = join(tempFolder(), "gone");
  expect(await tryIndexLocks([gitDir], intent)).toEqual({ kind: "busy", gitDir, at: 0 });
});
