import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { clonePartially, makeSparse, makeSuperproject, takeAway } from "../../../test/kit/odd-repositories.ts";
import { makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, job, treeOf, usualRequest, wire } from "../../../test/kit/wire.ts";
import type { SheetId } from "../../base/ids.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import { enterInPlace } from "./in-place.ts";
import { oneOf } from "../../../test/kit/long.ts";

const levels = ["directory", "worktree", "clone", "full"] as const;
const content = "real content\n".repeat(100);
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash("sha256").update(content).digest("hex")}\nsize ${String(content.length)}\n`;

describe.each(oneOf(2, levels))("a context of level %s", (level) => {
  it("of a partial clone has all files of its base, and its result is captured when the remote is gone", async () => {
    const origin = makeRepository({ "a.txt": "one\n", "deep/b.txt": "b\n" });
    origin.commit({ "a.txt": "two\n" });
    const wired = await wire(clonePartially(origin, "blob:none"));
    const context = await wired.create("partial", { level });
    takeAway(origin);
    expect([shown(context.path, "a.txt"), shown(context.path, "deep/b.txt")]).toEqual(["file two\n", "file b\n"]);
    writeFiles(context.path, { "a.txt": "three\n" });
    if (level !== "directory") gitIn(context.path, ["commit", "-q", "-a", "-m", "mine"]);
    const proof = await wired.capture("partial", context);
    expect([treeOf(wired, proof.commit).get("a.txt"), proof.leftOut]).toEqual(["100644 three\n", []]);
    expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");
  });

  it("has LFS pointers, and neither untouched nor fetched ones are a change", async () => {
    const wired = await wire(
      makeRepository({
        ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
        "a.bin": pointer,
        "b.bin": pointer,
      }),
    );
    const context = await wired.create("lfs", { level });
    expect(shown(context.path, "a.bin")).toBe(`file ${pointer}`);
    expect(await wired.capture("lfs", context)).toMatchObject({ changed: false, unfiltered: [], leftOut: [] });
    writeFiles(context.path, { "a.bin": content });
    expect(await wired.capture("lfs", context)).toMatchObject({ changed: false, unfiltered: [], leftOut: [] });
    writeFiles(context.path, { "b.bin": "other\n" });
    expect(await wired.capture("lfs", context)).toMatchObject({ changed: true, unfiltered: ["b.bin"] });
  });
});

it("a clone of a partial clone with objects of its own has one commit, and needs no other repository", async () => {
  const origin = makeRepository({ "a.txt": "one\n" });
  origin.commit({ "a.txt": "two\n" });
  const wired = await wire(clonePartially(origin, "blob:none"));
  const context = await wired.create("copy", { objects: "copy" });
  takeAway(wired.repository);
  expect([
    gitIn(context.path, ["log", "--format=%s"]),
    gitIn(context.path, ["fsck", "--strict"]),
    gitIn(context.path, ["status", "--porcelain"]),
  ]).toEqual(["a change", "", ""]);
});

it("a partial clone without its remote is a clear error", async () => {
  const origin = makeRepository();
  const wired = await wire(clonePartially(origin, "blob:none"));
  takeAway(origin);
  await expect(wired.create("gone")).rejects.toThrow(/objects of .* are missing/);
});

describe.each(oneOf(2, ["worktree", "clone"] as const))("submodules in a context of level %s", (level) => {
  it("are checked out on demand, and do not keep the context", async () => {
    const { user, lib, deep } = makeSuperproject();
    for (const gone of [lib, deep]) takeAway(gone);
    const wired = await wire(user);
    const context = await wired.create("on demand", { level });
    gitIn(context.path, ["submodule", "--quiet", "update", "--init", "--recursive"]);
    writeFiles(context.path, { "a.txt": "edited\n" });
    const proof = await wired.capture("on demand", context);
    expect([proof.leftOut, wired.look("diff-tree", "-r", "--name-only", context.base, proof.commit)]).toEqual([
      [],
      "a.txt",
    ]);
    expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");
  });

  it("with work in them keep it, and the work has a ref of its own", async () => {
    const { user } = makeSuperproject();
    const wired = await wire(user);
    const context = await wired.create("at work", { level });
    gitIn(context.path, ["submodule", "--quiet", "update", "--init"]);
    writeFiles(context.path, { "ext/lib/lib.txt": "edited\n" });
    const proof = await wired.capture("at work", context);
    expect(proof.leftOut.map((item) => `${item.path}: ${item.reason}`)).toEqual(["ext/lib/: submodule"]);
    const kept = wired.look("for-each-ref", "--format=%(refname)", "refs/tutti/agent").split("\n");
    expect(kept.map((ref) => wired.look("show", `${ref}:lib.txt`))).toEqual(["edited"]);
    expect(await destroyContext(wired.places, wired.store, proof)).toBe("kept");
  });
});

describe("working in place", () => {
  const enter = async (wired: Wired) =>
    enterInPlace(
      wired.git,
      wired.places,
      usualRequest(wired, { job, sheet: "s" as SheetId, attempt: 1 }, { level: "none" }),
    );

  it("finds a checkout with submodules in it unchanged, and tells only what the agent did", async () => {
    const { user } = makeSuperproject();
    const wired = await wire(user);
    const context = await enter(wired);
    expect(context.base).toBe(user.head());
    writeFiles(user.path, { "a.txt": "edited\n" });
    const proof = await wired.capture("s", context);
    expect([proof.leftOut, wired.look("diff-tree", "-r", "--name-only", context.base, proof.commit)]).toEqual([
      [],
      "a.txt",
    ]);
  });

  it("finds a sparse checkout and one with fetched LFS files unchanged, capture after capture", async () => {
    const user = makeRepository({
      ".gitattributes": "*.bin filter=lfs -text\n",
      "in/a.bin": pointer,
      "out/b.txt": "b\n",
    });
    makeSparse(user, "cone", ["in"]);
    writeFiles(user.path, { "in/a.bin": content });
    const wired = await wire(user);
    const context = await enter(wired);
    expect(context.base).toBe(user.head());
    expect(await wired.capture("s", context)).toMatchObject({ changed: false, leftOut: [] });
  });
});
