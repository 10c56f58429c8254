import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, treeOf, wire } from "../../../test/kit/wire.ts";
import { times } from "../../../test/kit/long.ts";
import type { CommitSha, SheetId } from "../../base/ids.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import { withScratch } from "./scratch.ts";

const files = { "a.txt": "a\n", "dir/b.txt": "b\n", run: { program: "#!/bin/sh\n" }, link: { link: "a.txt" } };

describe.each(["clone", "worktree"] as const)("a context in mode %s", (mode) => {
  let wired: Wired;
  let old: CommitSha;
  beforeAll(async () => {
    const repository = makeRepository(files);
    old = repository.head();
    repository.commit({ "later.txt": "later\n" });
    wired = await wire(repository);
  });

  it("stands at exactly the base it was asked for, clean, on the target's branch or detached, without a remote", async () => {
    const context = await wired.create("exact", { level: mode, base: old, checkedOut: "feature/x" });
    const git = (...args: readonly string[]) => gitIn(context.path, args);
    expect(git("rev-parse", "HEAD")).toBe(old);
    expect(git("branch", "--show-current")).toBe(mode === "clone" ? "feature/x" : "");
    expect(git("status", "--porcelain=v2", "--untracked-files=all", "--ignored")).toBe("");
    expect(git("remote")).toBe("");
    expect(git("log", "--oneline", ...(mode === "clone" ? ["--all"] : [])).split("\n")).toHaveLength(1);
    expect(git("fsck", "--strict")).not.toContain("missing");
    expect(["a.txt", "dir/b.txt", "run", "link", "later.txt"].map((name) => shown(context.path, name))).toEqual([
      "file a\n",
      "file b\n",
      "program #!/bin/sh\n",
      "link a.txt",
      "nothing",
    ]);
    expect(statSync(context.path).mode & 0o777).toBe(0o700);
  });

  it("lets the agent commit by the user's name, branch, stash and collect garbage, and the user's repository sees none of it", async () => {
    const before = wired.repository.git("for-each-ref");
    const objects = wired.repository.git("count-objects", "-v");
    const context = await wired.create("at work", { level: mode });
    const git = (...args: readonly string[]) => gitIn(context.path, args);
    writeFiles(context.path, { "a.txt": "edited\n" });
    git("commit", "-q", "-a", "-m", "mine");
    expect(git("log", "-1", "--format=%an %ae %cn %ce")).toBe("Ada ada@example.com Ada ada@example.com");
    git("checkout", "-q", "-b", `own-${mode}`);
    writeFiles(context.path, { "a.txt": "stashed\n" });
    git("stash", "-q");
    git("stash", "pop", "-q");
    if (mode === "clone") git("gc", "-q", "--prune=now");
    expect(git("status", "--porcelain")).toBe(" M a.txt");
    expect(wired.repository.git("for-each-ref")).toBe(before);
    expect(wired.repository.git("count-objects", "-v")).toBe(objects);
    expect(wired.repository.git("status", "--porcelain")).toBe("");
  });

  it("that goes on from a capture has its files, and shows them as uncommitted changes", async () => {
    const first = await wired.create("go on", { level: mode, base: old });
    writeFiles(first.path, { "a.txt": "half done\n", "new.txt": "new\n", "new/x": "x" });
    gitIn(first.path, ["rm", "-q", "dir/b.txt"]);
    const { commit } = await wired.capture("go on", first);
    const second = await wired.create("go on", { level: mode, attempt: 2, base: old, continueFrom: commit });
    expect(gitIn(second.path, ["rev-parse", "HEAD"])).toBe(old);
    expect(gitIn(second.path, ["status", "--porcelain"]).split("\n").toSorted()).toEqual(
      [" D dir/b.txt", " M a.txt", "?? new/", "?? new.txt"].toSorted(),
    );
    expect(shown(second.path, "new.txt")).toBe("file new\n");
    const again = await wired.capture("go on again", second);
    expect(again.tree).toBe(treeName(commit));
    expect(again.changed).toBe(true);
    writeFiles(second.path, { "a.txt": "a\n" });
    expect(treeOf(wired, (await wired.capture("go on once more", second)).commit).get("a.txt")).toBe("100644 a\n");
  });
  const treeName = (commit: string) => wired.look("rev-parse", `${commit}^{tree}`);

  it("can be made many times at once", async () => {
    const many = times(8, 30);
    const contexts = await Promise.all(
      Array.from({ length: many }, (_, place) => wired.create(`many ${place}`, { level: mode })),
    );
    for (const context of contexts) expect(shown(context.path, "a.txt")).toBe("file a\n");
    expect(new Set(contexts.map((context) => context.path)).size).toBe(many);
    expect(gitIn(contexts[5]!.path, ["status", "--porcelain"])).toBe("");
    await Promise.all(
      contexts.map(async (context, place) =>
        destroyContext(wired.places, wired.store, await wired.capture(`many ${place}`, context)),
      ),
    );
    expect(contexts.filter((context) => existsSync(context.path))).toEqual([]);
    if (mode === "worktree")
      expect(readdirSync(join(wired.store.hub, "worktrees")).filter((name) => name.includes("many"))).toEqual([]);
  });

  it("of two sheets whose ids look alike are two", async () => {
    const contexts = await Promise.all(["Same", "same", "same "].map((sheet) => wired.create(sheet, { level: mode })));
    expect(new Set(contexts.map((context) => context.path.toLowerCase())).size).toBe(3);
    expect(new Set(contexts.map((context) => context.index.toLowerCase())).size).toBe(3);
  });
});

describe("a context of a shallow clone of the user's", () => {
  it.each(["clone", "worktree"] as const)("in mode %s works, and so do capture, history and merge", async (mode) => {
    const origin = makeRepository(files);
    for (const text of ["1", "2", "3"]) origin.commit({ "a.txt": `${text}\n` });
    const path = join(tempFolder(), "shallow");
    gitIn("/", ["clone", "-q", "--depth", "1", `file://${origin.path}`, path]);
    const repository = { ...origin, path, head: () => gitIn(path, ["rev-parse", "HEAD"]) as CommitSha };
    const wired = await wire(repository);
    const context = await wired.create("shallow", { level: mode });
    expect(gitIn(context.path, ["log", "--format=%s"])).toBe("a change");
    writeFiles(context.path, { "a.txt": "edited\n" });
    gitIn(context.path, ["commit", "-q", "-a", "-m", "mine"]);
    const proof = await wired.capture("shallow", context);
    expect(treeOf(wired, proof.commit).get("a.txt")).toBe("100644 edited\n");
    expect(proof.leftOut).toEqual([]);
    expect(wired.look("log", "--format=%s", "--all").split("\n")).toContain("mine");
    expect(wired.look("merge-base", proof.commit, context.base)).toBe(context.base);
  });
});

describe("a context of a repository that names its objects by sha256", () => {
  it.each(["clone", "worktree"] as const)("in mode %s works, and so do capture, history and going on", async (mode) => {
    const wired = await wire(makeRepository({ ...files, ".gitattributes": "*.txt text=auto\n" }, "sha256"));
    const context = await wired.create("long names", { level: mode });
    expect(gitIn(context.path, ["status", "--porcelain"])).toBe("");
    writeFiles(context.path, { "a.txt": "edited\r\n" });
    gitIn(context.path, ["rm", "-q", ".gitattributes"]);
    gitIn(context.path, ["commit", "-q", "-a", "-m", "mine"]);
    const proof = await wired.capture("long names", context);
    expect(proof.commit).toHaveLength(64);
    expect(proof.leftOut).toEqual([]);
    expect([treeOf(wired, proof.commit).get("a.txt"), treeOf(wired, proof.commit).has(".gitattributes")]).toEqual([
      "100644 edited\n",
      false,
    ]);
    const next = await wired.create("long names", { level: mode, attempt: 2, continueFrom: proof.commit });
    expect(gitIn(next.path, ["status", "--porcelain"])).toBe(" D .gitattributes\n M a.txt");
    expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");
  });
});

describe("a scratch context", () => {
  it("lends a commit's files, and is gone afterwards, also when its use failed", async () => {
    const wired = await wire(makeRepository(files));
    const request = {
      store: wired.store,
      whose: { job: "job-1" as never, sheet: "s" as SheetId, attempt: 1 },
      commit: wired.repository.head(),
      identity: { name: "A", email: "a@b" },
      purpose: "check" as const,
      borrow: [],
    };
    let path = "";
    const text = await withScratch(wired, request, (folder) => {
      path = folder;
      mkdirSync(join(folder, "left"));
      chmodSync(join(folder, "left"), 0o500);
      return Promise.resolve(readFileSync(join(folder, "a.txt"), "utf8"));
    });
    expect(text).toBe("a\n");
    expect(existsSync(path)).toBe(false);
    await expect(withScratch(wired, request, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(readdirSync(wired.places.contexts)).toEqual([]);
  });
});
