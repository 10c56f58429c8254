import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { strayKit } from "../../../test/kit/strays.ts";

describe("removing a stray", () => {
  it("puts a worktree into the trash with git's notes of it, and leaves its branch", async () => {
    const kit = await strayKit();
    const path = kit.worktree("x", "-b", "topic");
    writeFiles(path, { "new.txt": "new\n" });
    const removal = await kit.remove(await kit.capture(await kit.only("x")));
    expect(existsSync(path)).toBe(false);
    expect(removal).toMatchObject({ kind: "removed" });
    const trash = removal.kind === "removed" ? removal.trash : "";
    expect(readdirSync(join(trash, "files")).sort()).toEqual([".git", ".gitignore", "a.txt", "b.txt", "new.txt"]);
    expect(readdirSync(join(trash, "admin"))).toContain("HEAD");
    expect(kit.repository.git("worktree", "list", "--porcelain")).not.toContain("topic");
    expect(kit.repository.git("branch", "--format=%(refname:short)")).toBe("main\ntopic");
    expect(kit.repository.git("status", "--porcelain")).toBe("");
  });

  it("takes away a copy of a worktree, not the notes, which are the original's", async () => {
    const kit = await strayKit();
    cpSync(kit.worktree("original"), kit.beside("copy"), { recursive: true });
    expect(await kit.remove(await kit.capture(await kit.only("copy")))).toMatchObject({ kind: "removed" });
    expect(gitIn(kit.beside("original"), ["status", "--porcelain"])).toBe("");
  });

  it("never touches one that a process works in, not even when forced", async () => {
    const kit = await strayKit();
    const path = kit.worktree("x");
    const worker = spawn("sleep", ["60"], { cwd: path, stdio: "ignore" });
    await once(worker, "spawn");
    try {
      const stray = await kit.only("x");
      expect((await kit.content(stray)).users).toEqual([worker.pid]);
      expect(await kit.remove(await kit.capture(stray), { isForced: true })).toEqual({
        kind: "kept",
        why: `process ${String(worker.pid)} works in it`,
      });
      expect(existsSync(path)).toBe(true);
    } finally {
      worker.kill("SIGKILL");
      await once(worker, "exit");
    }
  });

  it.each([
    { reason: `agent (pid ${String(process.pid)})`, plain: "kept", forced: "removed" },
    { reason: "mine", plain: "kept", forced: "removed" },
    { reason: "agent pid=4194303", plain: "removed", forced: "removed" },
  ])("of one locked with '$reason' needs its owner dead or force", async ({ reason, plain, forced }) => {
    const kit = await strayKit();
    for (const [name, isForced, outcome] of [
      ["x", false, plain],
      ["y", true, forced],
    ] as const) {
      kit.repository.git("worktree", "lock", "--reason", reason, kit.worktree(name));
      expect(await kit.remove(await kit.capture(await kit.only(name)), { isForced })).toMatchObject({ kind: outcome });
    }
  });

  it("minds a lock that was taken after the stray was found", async () => {
    const kit = await strayKit();
    const path = kit.worktree("x");
    const capture = await kit.capture(await kit.only("x"));
    kit.repository.git("worktree", "lock", "--reason", "back at work", path);
    expect(await kit.remove(capture)).toEqual({ kind: "kept", why: expect.stringContaining("back at work") as string });
  });

  it("does not move what took a stray's place since it was found", async () => {
    const kit = await strayKit();
    const path = kit.worktree("x");
    const capture = await kit.capture(await kit.only("x"));
    renameSync(path, kit.beside("elsewhere"));
    writeFiles(path, { "mine.txt": "mine\n" });
    expect(await kit.remove(capture)).toMatchObject({ kind: "kept" });
    expect(readdirSync(path)).toEqual(["mine.txt"]);
  });

  it("keeps one that another checkout lies in, and takes those inside others first", async () => {
    const kit = await strayKit();
    const inner = join(kit.worktree("outer"), "inner");
    kit.repository.git("worktree", "add", "-q", "--detach", inner);
    const [first, second] = await kit.find();
    expect([first?.path, second?.path]).toEqual([inner, kit.beside("outer")]);
    expect(await kit.remove(await kit.capture(second!), { isForced: true })).toMatchObject({ kind: "kept" });
    expect(await kit.remove(await kit.capture(first!))).toMatchObject({ kind: "removed" });
    const outer = await kit.capture(second!);
    const elsewhere = kit.beside("outer/somebody's");
    expect(await kit.remove(outer, { others: [elsewhere], isForced: true })).toEqual({
      kind: "kept",
      why: `${elsewhere} lies in it`,
    });
    expect(await kit.remove(outer, { others: [kit.beside("outer")], isForced: true })).toMatchObject({ kind: "kept" });
    expect(await kit.remove(outer)).toMatchObject({ kind: "removed" });
  });
});
