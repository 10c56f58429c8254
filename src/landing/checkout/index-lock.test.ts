import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { CommitSha } from "../../base/ids.ts";
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
