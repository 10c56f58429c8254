import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeRepository, writeFiles } from "../../test/kit/repository.ts";
import { job, wire } from "../../test/kit/wire.ts";
import type { SheetId } from "../base/ids.ts";
import { gitIn } from "../../test/kit/git.ts";
import { destroyContext } from "./destroy.ts";
import { reopenContext, unusedMark } from "./record.ts";
import { sweepHome, sweepStore } from "./sweep.ts";

const modes = ["clone", "worktree"] as const;
const attempt = (sheet: string) => ({ job, sheet: sheet as SheetId, attempt: 1 });

describe.each(modes)("a context in mode %s", (mode) => {
  it("goes with the proof of its capture, which stays, and can't be reopened then", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { mode });
    writeFiles(context.path, { "new.txt": "new\n" });
    const proof = await wired.capture("s", context);
    expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");
    expect(existsSync(context.path)).toBe(false);
    expect(readdirSync(wired.places.trash)).toEqual([]);
    expect(readdirSync(dirname(context.index))).toEqual([]);
    expect(await reopenContext(wired.places, attempt("s"))).toBeUndefined();
    expect(wired.look("cat-file", "blob", `${proof.ref}:new.txt`)).toBe("new");
    expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");
  });

  it("is reopened by a later Tutti as it was, and captured although the one before died in a capture", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { mode });
    writeFiles(context.path, { "new.txt": "new\n" });
    writeFileSync(`${context.index}.capture.lock`, "of a git that was killed");
    writeFileSync(`${context.index}.capture`, "half an index");
    const reopened = await reopenContext(wired.places, attempt("s"));
    expect(reopened).toEqual(context);
    expect((await wired.capture("s", reopened!)).changed).toBe(true);
  });

  it("is not reopened when its folder is gone, or it never became whole", async () => {
    const wired = await wire(makeRepository());
    const gone = await wired.create("gone", { mode });
    rmSync(gone.path, { recursive: true });
    expect(await reopenContext(wired.places, attempt("gone"))).toBeUndefined();
    const half = await wired.create("half", { mode });
    rmSync(join(dirname(half.index), "context.json"));
    expect(await reopenContext(wired.places, attempt("half"))).toBeUndefined();
    expect(await reopenContext(wired.places, attempt("never"))).toBeUndefined();
  });

  it("survives the sweep at start-up unless it is marked as one that nobody worked in", async () => {
    const wired = await wire(makeRepository());
    const kept = await wired.create("kept", { mode });
    const lost = await wired.create("lost", { mode });
    const half = await wired.create("half", { mode });
    const check = await wired.create("checked", { mode: "clone", purpose: "check" });
    // A record that is gone proves nothing; the mark that no agent was let in does.
    rmSync(join(dirname(lost.index), "context.json"));
    rmSync(join(dirname(half.index), "context.json"));
    writeFileSync(unusedMark(wired.places, half.id), "");
    mkdirSync(join(wired.places.contexts, "empty"));
    mkdirSync(wired.places.trash, { recursive: true });
    for (const folder of [wired.places.trash, wired.places.scratch]) writeFiles(folder, { "left/behind": "x" });
    writeFiles(kept.path, { "work.txt": "work\n" });

    await sweepHome(wired.places, () => undefined);
    await sweepStore(wired.places, wired.store);

    expect(readdirSync(wired.places.contexts).sort()).toEqual([kept.id, lost.id]);
    expect([half.path, check.path].filter((path) => existsSync(path))).toEqual([]);
    expect([wired.places.trash, wired.places.scratch].flatMap((folder) => readdirSync(folder))).toEqual([]);
    expect((await wired.capture("kept", kept)).changed).toBe(true);
    const again = await wired.create("half", { mode });
    expect(gitIn(again.path, ["status", "--porcelain"])).toBe("");
  });

  it("goes without what its agent put beside it, which stays", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { mode });
    writeFiles(join(context.path, ".."), { "feature/mine.txt": "mine\n" });
    const proof = await wired.capture("s", context);

    expect(await destroyContext(wired.places, wired.store, proof)).toBe("neighbours");
    await sweepHome(wired.places, () => undefined);

    expect(existsSync(context.path)).toBe(false);
    expect(existsSync(join(context.path, "..", "feature", "mine.txt"))).toBe(true);
  });

  it("can be captured after the sweep of a store in which git was killed", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { mode });
    writeFiles(context.path, { "new.txt": "new\n" });
    const first = await wired.capture("s", context);
    const leftovers = ["packed-refs.lock", `${first.ref}.lock`, "HEAD.lock", "config.lock", "objects/pack/tmp_pack_abc", "objects/12/tmp_obj_abc"];
    for (const name of leftovers) writeFiles(wired.store.gitDir, { [name]: "" });
    if (mode === "worktree") writeFiles(wired.store.hub, { [`worktrees/${context.id}/index.lock`]: "", "config.lock": "", "objects/pack/.tmp-1-pack": "" });
    await sweepStore(wired.places, wired.store);
    const files = [wired.store.gitDir, wired.store.hub]
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder, { recursive: true }).map(String));
    expect(files.filter((name) => /\.lock$|tmp/.test(name))).toEqual([]);
    writeFiles(context.path, { "new.txt": "newer\n" });
    expect((await wired.capture("s", context)).commit).not.toBe(first.commit);
    expect(gitIn(context.path, ["status", "--porcelain"])).toBe("?? new.txt");
  });
});

describe("an object store", () => {
  it("is made again when its making was cut short, and finds its loan again when the line was lost", async () => {
    const repository = makeRepository();
    const wired = await wire(repository);
    writeFileSync(join(wired.store.gitDir, "objects/info/alternates"), "");
    expect(() => wired.look("cat-file", "-e", repository.head())).toThrow();
    const { openObjectStore } = await import("./object-store.ts");
    await openObjectStore(wired.git, wired.places.repositories, wired.store.repository);
    expect(wired.look("cat-file", "-t", repository.head())).toBe("commit");
    mkdirSync(`${wired.store.gitDir}.new`);
    rmSync(wired.store.gitDir, { recursive: true });
    await openObjectStore(wired.git, wired.places.repositories, wired.store.repository);
    expect(wired.look("cat-file", "-t", repository.head())).toBe("commit");
  });

  it("can't be pruned by anybody's gc", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s");
    writeFiles(context.path, { "new.txt": "new\n" });
    const { commit } = await wired.capture("s", context);
    wired.look("update-ref", "-d", `refs/tutti/captures/${job}/s/1`);
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

  it("keeps its first capture when it is captured again with other content", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("s", { mode: "clone" });
    writeFiles(context.path, { "new.txt": "one\n" });
    const first = await wired.capture("s", context);
    writeFiles(context.path, { "new.txt": "two\n" });
    const second = await wired.capture("s", context);
    expect(second.ref).not.toBe(first.ref);
    expect([first, second].map((proof) => wired.look("cat-file", "blob", `${proof.ref}:new.txt`))).toEqual(["one", "two"]);
    expect((await wired.capture("s", context)).commit).toBe(second.commit);
  });

  it("is captured so that the user's gc can take nothing out of it", async () => {
    const repository = makeRepository();
    // In the user's objects, but no longer reachable there: git would not write it again.
    repository.commit({ "dropped.txt": "dropped\n" });
    repository.git("reset", "-q", "--hard", "HEAD^");
    repository.git("reflog", "expire", "--expire=now", "--all");
    const wired = await wire(repository);
    const context = await wired.create("s", { mode: "clone" });
    writeFiles(context.path, { "new.txt": "dropped\n" });
    const proof = await wired.capture("s", context);
    repository.git("gc", "-q", "--prune=now");
    expect(wired.look("cat-file", "blob", `${proof.ref}:new.txt`)).toBe("dropped");
  });
});
