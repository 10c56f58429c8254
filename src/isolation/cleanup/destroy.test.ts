import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRoot, makePipes } from "../../../test/kit/folders.ts";
import { makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { job, wire } from "../../../test/kit/wire.ts";
import type { ContextId, SheetId } from "../../base/ids.ts";
import { contextIdOf } from "../context.ts";
import { destroyContext } from "./destroy.ts";
import { openObjectStore } from "../store/object-store.ts";
import { listContexts, reopenContext } from "../records/record.ts";

const levels = ["directory", "clone", "worktree", "full"] as const;

describe.each(levels)("a context of level %s", (level) => {
  it("goes into the trash with the proof of its capture, which stays, and can't be reopened then", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { level });
    writeFiles(context.path, { "new.txt": "new\n" });
    const proof = await wired.capture("s", context);

    expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");

    expect(existsSync(context.path)).toBe(false);
    expect(readdirSync(wired.places.contexts)).toEqual([]);
    expect(existsSync(join(wired.store.hub, "worktrees", context.id))).toBe(false);
    expect(await reopenContext(wired.places, context.id)).toBeUndefined();
    expect(wired.look("cat-file", "blob", `${proof.ref}:new.txt`)).toBe("new");
    expect(shown(wired.places.trash, `${context.id}-1/new.txt`)).toBe("file new\n");
    expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");
    expect(readdirSync(wired.places.trash)).toEqual([`${context.id}-1`]);
  });

  it("lies in the trash beside one of the same id that went before it", async () => {
    const wired = await wire(makeRepository());
    for (const text of ["first", "second"]) {
      const context = await wired.create("s", { level });
      writeFiles(context.path, { "new.txt": text });
      await destroyContext(wired.places, wired.store, await wired.capture("s", context));
    }
    expect(
      [1, 2].map((number) => shown(wired.places.trash, `${contextIdOf(job, "s" as SheetId, 1)}-${number}/new.txt`)),
    ).toEqual(["file first", "file second"]);
  });

  it("stays with what no capture can hold, and what Tutti knows of it stays too", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { level });
    makePipes(join(context.path, "pipe"));
    expect(await destroyContext(wired.places, wired.store, await wired.capture("s", context))).toBe("kept");
    expect(existsSync(join(context.path, "pipe"))).toBe(true);
    expect((await reopenContext(wired.places, context.id))?.context).toEqual(context);
  });

  it("is reopened by a later Tutti as it was, and captured although the one before died in a capture", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { level });
    writeFiles(context.path, { "new.txt": "new\n" });
    writeFileSync(`${context.index}.capture.lock`, "of a git that was killed");
    writeFileSync(`${context.index}.capture`, "half an index");
    const reopened = await reopenContext(wired.places, context.id);
    expect(reopened).toMatchObject({ context, job, sheet: "s", attempt: 1, store: wired.store.gitDir, content: null });
    expect((await wired.capture("s", reopened!.context)).changed).toBe(true);
    expect(await listContexts(wired.places)).toEqual([reopened]);
  });

  it("is not reopened when its folder is gone, or it never became whole", async () => {
    const wired = await wire(makeRepository());
    const gone = await wired.create("gone", { level });
    rmSync(gone.path, { recursive: true });
    expect(await reopenContext(wired.places, gone.id)).toBeUndefined();
    const half = await wired.create("half", { level });
    rmSync(join(wired.places.admin(half.id), "record.json"));
    expect(await reopenContext(wired.places, half.id)).toBeUndefined();
    expect(await reopenContext(wired.places, "never" as ContextId)).toBeUndefined();
  });

  it("goes without what its agent put beside it, which stays", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { level });
    writeFiles(dirname(context.path), { "feature/mine.txt": "mine\n" });

    expect(await destroyContext(wired.places, wired.store, await wired.capture("s", context))).toBe("destroyed");

    expect([existsSync(context.path), shown(dirname(context.path), "feature/mine.txt")]).toEqual([
      false,
      "file mine\n",
    ]);
  });

  it.skipIf(isRoot)(
    "goes although its agent took all rights away from it (skipped as root, who needs none)",
    async () => {
      const wired = await wire(makeRepository());
      const context = await wired.create("s", { level });
      writeFiles(context.path, { "new.txt": "new\n" });
      const proof = await wired.capture("s", context);
      chmodSync(context.path, 0o500);
      expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");
      expect(existsSync(context.path)).toBe(false);
    },
  );
});

describe("an object store", () => {
  it("is made again when its making was cut short, and finds its loan again when the line was lost", async () => {
    const repository = makeRepository();
    const wired = await wire(repository);
    writeFileSync(join(wired.store.gitDir, "objects/info/alternates"), "");
    expect(() => wired.look("cat-file", "-e", repository.head())).toThrow();
    await openObjectStore(wired.git, wired.places.repositories, wired.store.repository);
    expect(wired.look("cat-file", "-t", repository.head())).toBe("commit");
    mkdirSync(`${wired.store.gitDir}.new`);
    rmSync(wired.store.gitDir, { recursive: true });
    await openObjectStore(wired.git, wired.places.repositories, wired.store.repository);
    expect(wired.look("cat-file", "-t", repository.head())).toBe("commit");
  });

  it("can't be pruned by any gc", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    writeFiles(context.path, { "new.txt": "new\n" });
    const { commit, ref } = await wired.capture("s", context);
    wired.look("update-ref", "-d", ref);
    for (const args of [
      ["prune", "--expire=now"],
      ["gc", "-q", "--prune=now"],
    ]) {
      try {
        wired.look(...args);
      } catch {
        // Refusing is as good as keeping.
      }
    }
    expect(wired.look("cat-file", "-t", commit)).toBe("commit");
  });

  it("numbers what it has of a sheet, and takes nothing twice that it has", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { level: "clone" });
    writeFiles(context.path, { "new.txt": "one\n" });
    const first = await wired.capture("s", context);
    writeFiles(context.path, { "new.txt": "two\n" });
    const second = await wired.capture("s", context);
    expect([first, second].map(({ ref, number }) => [ref, number])).toEqual([
      [`refs/tutti/snapshots/${job}/s/1`, 1],
      [`refs/tutti/snapshots/${job}/s/2`, 2],
    ]);
    expect([first, second].map((proof) => wired.look("cat-file", "blob", `${proof.ref}:new.txt`))).toEqual([
      "one",
      "two",
    ]);
    expect(await wired.capture("s", context)).toMatchObject({ commit: second.commit, ref: second.ref });
  });

  it("has its own copy of what it captures: the user's gc can take nothing out of it", async () => {
    const repository = makeRepository();
    // In the user's objects, but no longer reachable there: git would not write it again.
    repository.commit({ "dropped.txt": "dropped\n" });
    repository.git("reset", "-q", "--hard", "HEAD^");
    repository.git("reflog", "expire", "--expire=now", "--all");
    const wired = await wire(repository);
    const context = await wired.create("s", { level: "clone" });
    writeFiles(context.path, { "new.txt": "dropped\n" });
    const proof = await wired.capture("s", context);
    repository.git("gc", "-q", "--prune=now");
    expect(wired.look("cat-file", "blob", `${proof.ref}:new.txt`)).toBe("dropped");
  });
});
