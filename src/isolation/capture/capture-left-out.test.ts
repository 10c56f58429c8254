import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isRoot, makePipes, tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, treeOf, wire } from "../../../test/kit/wire.ts";
import type { CaptureProof } from "./capture.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import { oneOf } from "../../../test/kit/long.ts";

const leftOut = (proof: CaptureProof) => Object.fromEntries(proof.leftOut.map((item) => [item.path, item.reason]));

describe.each(oneOf(2, ["clone", "worktree"] as const))(
  "what a capture in mode %s can't hold is listed, and keeps the context:",
  (mode) => {
    let wired: Wired;
    beforeAll(async () => {
      wired = await wire(makeRepository({ "a.txt": "a\n", "dir/b.txt": "b\n", ".gitignore": "*.log\n" }));
    });
    const expectKept = async (proof: CaptureProof): Promise<void> => {
      expect(await destroyContext(wired.places, wired.store, proof)).toBe("kept");
      expect(gitIn(proof.context.path, ["rev-parse", "--is-inside-work-tree"])).toBe("true");
    };

    it("pipes and sockets; a tracked file in whose place one stands is not recorded as deleted", async () => {
      const context = await wired.create("special", { level: mode });
      makePipes(join(context.path, "pipe"), join(context.path, "dir/pipe"));
      rmSync(join(context.path, "a.txt"));
      makePipes(join(context.path, "a.txt"));
      // The path of a socket may have a hundred bytes or so.
      const short = join(tempFolder(), "c");
      symlinkSync(context.path, short);
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(join(short, "socket"), resolve));
      const proof = await wired.capture("special", context).finally(() => server.close());
      expect(leftOut(proof)).toEqual({
        pipe: "special file",
        "dir/pipe": "special file",
        "a.txt": "special file in place of a tracked one",
        socket: "special file",
      });
      expect([...treeOf(wired, proof.commit).keys()]).toEqual([".gitignore", "a.txt", "dir/b.txt"]);
      await expectKept(proof);
    });

    it("files over the size limit: the base's stays in their place", async () => {
      const context = await wired.create("large", { level: mode });
      for (const name of ["a.txt", "new.bin"]) {
        writeFileSync(join(context.path, name), "");
        truncateSync(join(context.path, name), 256 * 1024 * 1024 + 1);
      }
      const proof = await wired.capture("large", context);
      expect(proof.leftOut).toEqual(
        expect.arrayContaining([
          { path: "a.txt", reason: "too large", bytes: 256 * 1024 * 1024 + 1 },
          { path: "new.bin", reason: "too large", bytes: 256 * 1024 * 1024 + 1 },
        ]),
      );
      expect(proof.leftOut).toHaveLength(2);
      expect(proof.changed).toBe(false);
      await expectKept(proof);
    });

    it("names that git refuses to have in a tree", async () => {
      const context = await wired.create("refused", { level: mode });
      writeFiles(context.path, { ".GIT/config": "x", "git~1": "y", "dir/.Git": "z", "fine.txt": "fine\n" });
      const proof = await wired.capture("refused", context);
      expect(leftOut(proof)).toEqual({
        ".GIT/config": "refused by git",
        "git~1": "refused by git",
        "dir/.Git": "refused by git",
      });
      expect(treeOf(wired, proof.commit).get("fine.txt")).toBe("100644 fine\n");
      await expectKept(proof);
    });

    it.skipIf(isRoot)(
      "files and folders that may not be read: what the base has there stays (skipped as root, who may read all)",
      async () => {
        const context = await wired.create("unreadable", { level: mode });
        writeFiles(context.path, {
          "a.txt": "secret\n",
          "new.txt": "secret\n",
          "shut/in.txt": "x",
          "listed/in.txt": "x",
        });
        chmodSync(join(context.path, "a.txt"), 0);
        chmodSync(join(context.path, "new.txt"), 0);
        chmodSync(join(context.path, "shut"), 0);
        chmodSync(join(context.path, "listed"), 0o444);
        chmodSync(join(context.path, "dir"), 0);
        const proof = await wired.capture("unreadable", context);
        expect(leftOut(proof)).toEqual({
          "a.txt": "unreadable",
          "new.txt": "unreadable",
          "shut/": "unreadable",
          "listed/in.txt": "unreadable",
          "dir/": "unreadable",
          "dir/b.txt": "unreadable",
        });
        expect(proof.changed).toBe(false);
        await expectKept(proof);
      },
    );

    it("ignored files alone do not keep it, even in folders without rights", async () => {
      const ruled = await wire(makeRepository({ ".gitignore": "*.log\ncache/\n" }));
      const context = await ruled.create("ignored", { level: mode });
      writeFiles(context.path, { "x.log": "x", "cache/mod/file.go": "x" });
      chmodSync(join(context.path, "cache/mod/file.go"), 0o400);
      chmodSync(join(context.path, "cache/mod"), 0o500);
      const proof = await ruled.capture("ignored", context);
      expect(leftOut(proof)).toEqual({ "x.log": "ignored", "cache/": "ignored" });
      expect(await destroyContext(ruled.places, ruled.store, proof)).toBe("destroyed");
    });

    it("files that the task itself made ignored: they may be its work", async () => {
      const context = await wired.create("hidden", { level: mode });
      writeFiles(context.path, { ".gitignore": "*\n", "hidden.txt": "work" });
      const proof = await wired.capture("hidden", context);
      expect(leftOut(proof)).toMatchObject({ "hidden.txt": "ignored by a rule of its own" });
      await expectKept(proof);
    });

    it("files put into a submodule: it stays what the base says, until its folder is gone or a file", async () => {
      const repository = makeRepository({ "a.txt": "a\n" });
      const pointed = repository.head();
      repository.git("update-index", "--add", "--cacheinfo", `160000,${pointed},sub`);
      repository.git("update-index", "--add", "--cacheinfo", `160000,${pointed},sub2`);
      repository.git("commit", "-q", "-m", "a submodule");
      const own = await wire(repository);
      const filled = await own.create("filled", { level: mode });
      gitIn(join(filled.path, "sub"), ["init", "-q"]);
      gitIn(join(filled.path, "sub"), [
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@x",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "moved",
      ]);
      writeFiles(filled.path, { "sub/in.txt": "x" });
      const proof = await own.capture("filled", filled);
      expect([proof.changed, leftOut(proof)]).toEqual([
        false,
        { "sub/": "submodule", "sub/.git/": "nested repository's history" },
      ]);
      const turned = await own.create("turned", { level: mode });
      rmSync(join(turned.path, "sub"), { recursive: true });
      writeFiles(turned.path, { sub2: "a file\n" });
      expect(Object.fromEntries(treeOf(own, (await own.capture("turned", turned)).commit))).toEqual({
        "a.txt": "100644 a\n",
        sub2: "100644 a file\n",
      });
    });
  },
);

describe("an agent that removed its own folder", () => {
  it("makes the capture fail: that is not the same as deleting every file", async () => {
    const wired = await wire(makeRepository());
    const context = await wired.create("gone");
    rmSync(context.path, { recursive: true });
    await expect(wired.capture("gone", context)).rejects.toMatchObject({ code: "context.capture_failed" });
    mkdirSync(context.path);
  });
});
