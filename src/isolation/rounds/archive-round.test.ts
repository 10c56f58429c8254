import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { WorkspaceLifecycle } from "../../score/follow/plan.ts";
import { archiveRound } from "./archive-round.ts";

const usual: WorkspaceLifecycle = {
  archiveOnFresh: true,
  archiveDir: null,
  naming: "iteration",
  maxArchives: 0,
  preserve: [".*", "archive/**"],
};

function write(folder: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
}

const round = (workspace: string, more: Partial<WorkspaceLifecycle> = {}) =>
  archiveRound({ workspace, repository: "/elsewhere", lifecycle: { ...usual, ...more }, now: 0 as EpochMs });

it("a round's files go into the next archive, what is to stay stays, and an empty workspace has none", async () => {
  const folder = tempFolder();
  write(folder, "a.txt", "deep/b.txt", ".state", "notes/kept.md", "notes/other.txt");
  const more = { preserve: [".*", "notes/*.md"] };
  expect(await round(folder, more)).toBe(join(folder, "archive/iteration-1"));
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([
    ".state",
    "archive",
    "archive/iteration-1",
    "archive/iteration-1/a.txt",
    "archive/iteration-1/deep",
    "archive/iteration-1/deep/b.txt",
    "archive/iteration-1/notes",
    "archive/iteration-1/notes/other.txt",
    "notes",
    "notes/kept.md",
  ]);
  expect(await round(folder, more)).toBeNull();
  expect(await round(join(folder, "missing"))).toBeNull();
});

it("one that was cut short is gone on from: all of a round is in one archive", async () => {
  const folder = tempFolder();
  write(folder, "archive/.moving/a.txt", "b.txt");
  await round(folder);
  expect(readdirSync(join(folder, "archive/iteration-1")).toSorted()).toEqual(["a.txt", "b.txt"]);
});

it("only so many archives are kept, the newest; what else lies there is left alone", async () => {
  const folder = tempFolder();
  for (let at = 1; at <= 11; at += 1) {
    write(folder, "a.txt");
    writeFileSync(join(folder, "a.txt"), String(at));
    await round(folder, { maxArchives: 2 });
    write(folder, "archive/mine.txt");
  }
  expect(readdirSync(join(folder, "archive")).toSorted()).toEqual(["iteration-10", "iteration-11", "mine.txt"]);
  expect(readFileSync(join(folder, "archive/iteration-11/a.txt"), "utf8")).toBe("11");
});

it("a workspace that holds a repository is not taken apart", async () => {
  const folder = tempFolder();
  write(folder, "a.txt", "inner/b.txt");
  const refused = { code: "workspace.not_archived" };
  for (const repository of [folder, join(folder, "inner")])
    await expect(
      archiveRound({ workspace: folder, repository, lifecycle: usual, now: 0 as EpochMs }),
    ).rejects.toMatchObject(refused);
  mkdirSync(join(folder, ".git"));
  await expect(round(folder)).rejects.toMatchObject(refused);
  expect(existsSync(join(folder, "a.txt"))).toBe(true);
});
