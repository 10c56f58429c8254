import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { job, treeOf, wire } from "../../../test/kit/wire.ts";
import type { ContextId } from "../../base/ids.ts";
import { taskFolder } from "../home/places.ts";

const files = { "a.txt": "a\n", "dir/b.txt": "b\n", run: { program: "#!/bin/sh\n" }, link: { link: "a.txt" } };

describe("where a context lies", () => {
  it("is the job's folder in Tutti's home, by the sheet's own name; what Tutti knows of it lies elsewhere", async () => {
    const wired = await wire(makeRepository(files));
    const { places } = wired;
    const context = await wired.create("s");
    const again = await wired.create("s", { attempt: 2 });
    expect([context.id, context.path]).toEqual([`${job}.s`, join(places.home, "jobs", job, "tasks", "s")]);
    expect([again.id, again.path]).toEqual([`${job}.s.2`, join(places.home, "jobs", job, "tasks", "s.2")]);
    expect(context.index).toBe(join(places.home, "contexts", context.id, "work.index"));
    expect(readdirSync(join(places.home, "contexts", context.id)).toSorted()).toEqual(
      expect.arrayContaining(["record.json", "work.index"]),
    );
    expect(existsSync(join(places.admin(context.id), "making"))).toBe(false);
  });
});

describe("level directory", () => {
  it("is a commit's files without git, and what is done there is captured", async () => {
    const wired = await wire(makeRepository(files));
    const context = await wired.create("s", { level: "directory" });
    expect(existsSync(join(context.path, ".git"))).toBe(false);
    expect(["a.txt", "dir/b.txt", "run", "link"].map((name) => shown(context.path, name))).toEqual([
      "file a\n",
      "file b\n",
      "program #!/bin/sh\n",
      "link a.txt",
    ]);
    expect((await wired.capture("s", context)).changed).toBe(false);
    writeFiles(context.path, { "a.txt": "edited\n", "new.txt": "new\n" });
    rmSync(join(context.path, "dir"), { recursive: true });
    const proof = await wired.capture("s", context);
    expect(Object.fromEntries(treeOf(wired, proof.commit))).toEqual({
      "a.txt": "100644 edited\n",
      "new.txt": "100644 new\n",
      run: "100755 #!/bin/sh\n",
      link: "120000 a.txt",
    });
  });

  it("goes on from a capture", async () => {
    const wired = await wire(makeRepository(files));
    const first = await wired.create("s", { level: "directory" });
    writeFiles(first.path, { "a.txt": "half done\n" });
    const { commit, tree } = await wired.capture("s", first);
    const second = await wired.create("s", { level: "directory", attempt: 2, continueFrom: commit });
    expect(shown(second.path, "a.txt")).toBe("file half done\n");
    expect(await wired.capture("s", second)).toMatchObject({ tree, changed: true });
  });

  it("keeps a repository that the agent made there out of the way of its files", async () => {
    const wired = await wire(makeRepository(files));
    const context = await wired.create("s", { level: "directory" });
    gitIn(context.path, ["init", "-q"]);
    gitIn(context.path, ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "--allow-empty", "-m", "own"]);
    writeFiles(context.path, { "a.txt": "edited\n" });
    expect(treeOf(wired, (await wired.capture("s", context)).commit).get("a.txt")).toBe("100644 edited\n");
  });
});

describe("level clone", () => {
  it("with objects of its own needs nothing outside its folder", async () => {
    const wired = await wire(makeRepository(files));
    wired.repository.commit({ "later.txt": "later\n" });
    const context = await wired.create("s", { objects: "copy" });
    expect(existsSync(join(context.path, ".git/objects/info/alternates"))).toBe(false);
    renameSync(wired.places.repositories, `${wired.places.repositories}-away`);
    renameSync(wired.repository.gitDir, `${wired.repository.gitDir}-away`);
    expect(gitIn(context.path, ["log", "--format=%s"])).toBe("a change\nfirst");
    expect(gitIn(context.path, ["status", "--porcelain"])).toBe("");
    expect(gitIn(context.path, ["fsck", "--full"])).not.toContain("missing");
  });

  it("with borrowed objects holds none of the base", async () => {
    const wired = await wire(makeRepository(files));
    const context = await wired.create("s");
    expect(gitIn(context.path, ["count-objects"])).toMatch(/^0 objects/);
    expect(gitIn(context.path, ["log", "--format=%s"])).toBe("first");
  });
});

describe("level full", () => {
  it("is a clone on a branch of its own, with a state folder of its own", async () => {
    const wired = await wire(makeRepository(files));
    const state = taskFolder(wired.places.state(job), "s");
    const context = await wired.create("s", {
      level: "full",
      checkedOut: "main-task-s",
      branch: "refs/heads/main-task-s",
      state,
    });
    expect(gitIn(context.path, ["branch", "--format=%(refname)"])).toBe("refs/heads/main-task-s");
    expect(context).toMatchObject({ state, branch: "refs/heads/main-task-s" });
    expect(readdirSync(state)).toEqual([]);
    expect(wired.repository.git("branch", "--format=%(refname)")).toBe("refs/heads/main");
  });
});

describe("level worktree", () => {
  it.each([true, false])(
    "is locked against git's own clean-up where it is to be (%s), and is not pruned while it is there",
    async (lock) => {
      const wired = await wire(makeRepository(files));
      const context = await wired.create("s", { level: "worktree", lock });
      const locked = (id: ContextId): boolean => existsSync(join(wired.store.hub, "worktrees", id, "locked"));
      expect(locked(context.id)).toBe(lock);
      gitIn(wired.store.hub, ["worktree", "prune", "--expire=now"]);
      expect(gitIn(context.path, ["status", "--porcelain"])).toBe("");
      rmSync(context.path, { recursive: true });
      gitIn(wired.store.hub, ["worktree", "prune", "--expire=now"]);
      expect(locked(context.id)).toBe(lock);
    },
  );
});
