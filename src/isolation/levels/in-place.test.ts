import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { enter, picture } from "../../../test/kit/in-place.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, job, treeOf, wire } from "../../../test/kit/wire.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import { placesIn } from "../home/places.ts";
import { reopenContext } from "../records/record.ts";
import { requireModest } from "./in-place.ts";

const files = { "a.txt": "a\n", "b.txt": "b\n", "dir/c.txt": "c\n", ".gitignore": "*.log\n" };

/** The paths that an attempt changed. */
const changes = (wired: Wired, base: string, commit: string): readonly string[] =>
  wired.look("diff-tree", "-r", "--name-only", base, commit).split("\n");

/** Puts uncommitted work into a folder. */
function dirty(wired: Wired): void {
  const { path } = wired.repository;
  writeFiles(path, {
    "a.txt": "the user's\n",
    "staged.txt": "staged\n",
    "untracked/u.txt": "untracked\n",
    "x.log": "ignored\n",
  });
  wired.repository.git("add", "staged.txt");
  rmSync(join(path, "b.txt"));
}

describe("the user's own folder as a context", () => {
  it("that is clean is compared with the commit it stands at, and no snapshot is made", async () => {
    const wired = await wire(makeRepository(files));
    writeFiles(wired.repository.path, { "x.log": "ignored\n" });
    const context = await enter(wired, "s");
    expect(context).toMatchObject({ level: "none", path: wired.repository.path, base: wired.repository.head() });
    expect(wired.look("for-each-ref", "refs/tutti")).toBe("");
    expect((await wired.capture("s", context)).changed).toBe(false);
    expect((await reopenContext(wired.places, context.id))?.context).toEqual(context);
  });

  it("with uncommitted work is compared with its earlier state, which becomes a snapshot", async () => {
    const wired = await wire(makeRepository(files));
    dirty(wired);
    const before = picture(wired);
    const context = await enter(wired, "s");
    expect(wired.look("for-each-ref", "--format=%(refname) %(objectname)", "refs/tutti")).toBe(
      `refs/tutti/snapshots/${job}/s/1 ${context.base}`,
    );
    expect(wired.look("rev-parse", `${context.base}^`)).toBe(wired.repository.head());
    expect(wired.look("show", "-s", "--format=%(trailers:key=Tutti-Snapshot-Why,valueonly)", context.base).trim()).toBe(
      "start",
    );
    expect(Object.fromEntries(treeOf(wired, context.base))).toEqual({
      ".gitignore": "100644 *.log\n",
      "a.txt": "100644 the user's\n",
      "dir/c.txt": "100644 c\n",
      "staged.txt": "100644 staged\n",
      "untracked/u.txt": "100644 untracked\n",
    });
    expect(picture(wired)).toEqual(before);
  });

  it("captures only the agent's changes, not earlier uncommitted ones", async () => {
    const wired = await wire(makeRepository(files));
    dirty(wired);
    const context = await enter(wired, "s");
    writeFiles(wired.repository.path, {
      "dir/c.txt": "the agent's\n",
      "untracked/u.txt": "the agent's\n",
      "new.txt": "new\n",
    });
    rmSync(join(wired.repository.path, "a.txt"));
    const proof = await wired.capture("s", context);
    expect(proof.changed).toBe(true);
    expect(changes(wired, context.base, proof.commit)).toEqual(["a.txt", "dir/c.txt", "new.txt", "untracked/u.txt"]);
  });

  it("stays when the context goes: only Tutti's notes of it do", async () => {
    const wired = await wire(makeRepository(files));
    const context = await enter(wired, "s");
    writeFiles(wired.repository.path, { "new.txt": "new\n" });
    const before = picture(wired);
    expect(await destroyContext(wired.places, wired.store, await wired.capture("s", context))).toBe("destroyed");
    expect(picture(wired)).toEqual(before);
    expect([readdirSync(wired.places.contexts), existsSync(wired.places.trash)]).toEqual([[], false]);
  });

  it("is not entered twice under one id, and the first owner keeps it", async () => {
    const wired = await wire(makeRepository(files));
    const first = await enter(wired, "s");
    await expect(enter(wired, "s")).rejects.toMatchObject({ code: "context.create_failed" });
    expect((await reopenContext(wired.places, first.id))?.context).toEqual(first);
    expect((await wired.capture("s", first)).changed).toBe(false);
  });

  it("is left free when it could not be entered", async () => {
    const wired = await wire(makeRepository(files));
    await expect(enter(wired, "s", { base: "1".repeat(40) as never })).rejects.toMatchObject({
      code: "context.create_failed",
    });
    expect(readdirSync(wired.places.contexts)).toEqual([]);
    expect((await enter(wired, "s")).base).toBe(wired.repository.head());
  });
});

describe("going on in the user's own folder", () => {
  const halfDone = async (wired: Wired) => {
    const context = await enter(wired, "s");
    writeFiles(wired.repository.path, { "a.txt": "half done\n", "new.txt": "new\n" });
    const { commit } = await wired.capture("s", context);
    return { base: context.base, commit };
  };

  it("finds what lies there", async () => {
    const wired = await wire(makeRepository(files));
    const { base, commit } = await halfDone(wired);
    const before = picture(wired);
    await enter(wired, "s", { attempt: 2, base, continueFrom: commit });
    expect(picture(wired)).toEqual(before);
  });
});

describe("a folder that holds Tutti's own", () => {
  it.each([".tutti", "deep/er/home", "..home"])("in %s is not worked in, and is left as it is", async (name) => {
    const wired = await wire(makeRepository(files));
    const places = placesIn(join(wired.repository.path, name));
    mkdirSync(places.home, { recursive: true });
    await expect(enter({ ...wired, places }, "s")).rejects.toMatchObject({
      code: "context.create_failed",
      message: expect.stringContaining("Tutti's own folder") as string,
    });
    expect(readdirSync(places.contexts)).toEqual([]);
  });

  it("is told from one beside it, or below it, that only looks like it", async () => {
    const { path } = makeRepository(files);
    await expect(requireModest(path, { home: path, isRepository: false })).rejects.toMatchObject({
      code: "context.create_failed",
    });
    await expect(requireModest("/", { home: path, isRepository: true })).rejects.toMatchObject({
      code: "context.create_failed",
    });
    for (const home of [`${path}-home`, join(path, "../home"), join(path, "..")])
      await requireModest(path, { home, isRepository: false });
  });
});
