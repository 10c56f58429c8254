import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePipes, tempFolder } from "../../test/kit/folders.ts";
import { type Evidence, lostOf, untoldOf } from "./judge.ts";
import { readManifest } from "./manifest.ts";
import { gitIn, treeOf } from "./raw-git.ts";

const nothing: Evidence = { trees: [], leftOut: [], onDisk: [], hasObject: () => false };

function contextOfATask(): { folder: string; commit: string } {
  const folder = tempFolder();
  gitIn(folder, ["init", "-q", "-b", "main"]);
  mkdirSync(join(folder, "in"));
  writeFileSync(join(folder, "in/a.txt"), "a\n");
  symlinkSync("a.txt", join(folder, "in/link"));
  gitIn(folder, ["add", "--all"]);
  gitIn(folder, ["commit", "-q", "-m", "all"]);
  return { folder, commit: gitIn(folder, ["rev-parse", "HEAD"]).trim() };
}

describe("the judge of custody", () => {
  it("finds everything lost when there is nothing to show", () => {
    const { folder, commit } = contextOfATask();
    const staged = gitIn(folder, ["rev-parse", "HEAD:in/a.txt", "HEAD:in/link"]).trim().split("\n");
    expect(lostOf(readManifest(folder), nothing)).toEqual([
      '"in/a.txt" (file) is lost',
      '"in/link" (file) is lost',
      `commit ${commit} is lost`,
      ...staged.map((blob) => `what was staged as ${blob} is lost`),
    ]);
  });

  it("is content with a snapshot that has the same bytes and modes", () => {
    const { folder, commit } = contextOfATask();
    const evidence = { ...nothing, trees: [treeOf(folder, commit)], hasObject: () => true };
    expect(lostOf(readManifest(folder), evidence)).toEqual([]);
    writeFileSync(join(folder, "in/a.txt"), "b\n");
    expect(lostOf(readManifest(folder), evidence)).toEqual(['"in/a.txt" (file) is lost']);
  });

  it("lets only ignored files go; what else is on the list must still be there", () => {
    const folder = tempFolder();
    makePipes(join(folder, "pipe"));
    const manifest = readManifest(folder);
    const leftOut = [{ path: "pipe", reason: "special file" }];
    expect(lostOf(manifest, { ...nothing, leftOut })).toEqual(['"pipe" (special) is lost']);
    expect(lostOf(manifest, { ...nothing, leftOut, onDisk: [manifest.entries] })).toEqual([]);
    expect(lostOf(manifest, { ...nothing, leftOut: [{ path: "pipe", reason: "ignored" }] })).toEqual([]);
    expect(untoldOf(manifest, { trees: [], leftOut })).toEqual([]);
    expect(untoldOf(manifest, { trees: [], leftOut: [] })).toEqual(['"pipe" (special) is neither captured nor listed']);
  });

  it("takes a folder on the list for all that is in it, and no more", () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "out"));
    writeFileSync(join(folder, "out/x"), "x");
    writeFileSync(join(folder, "outer"), "y");
    expect(untoldOf(readManifest(folder), { trees: [], leftOut: [{ path: "out/", reason: "ignored" }] })).toEqual([
      '"outer" (file) is neither captured nor listed',
    ]);
  });
});
