import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { makeSuperproject } from "../../../test/kit/odd-repositories.ts";
import { makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { treeOf, wire } from "../../../test/kit/wire.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import { preparationLines } from "../../score/plan/preparation.ts";
import type { Context } from "../context.ts";

const linesOf = ({ prepared }: Context): readonly string[] =>
  prepared === undefined ? [] : preparationLines({ ...prepared, tookMs: 0 });

it("ignored files that .worktreeinclude or the score names are copied, and never captured", async () => {
  const repository = makeRepository({
    ".gitignore": "*.key\n/local/\n",
    ".worktreeinclude": "# keys\n.env*\n",
    "a.txt": "a\n",
  });
  // Ignored by a rule of the user's alone.
  writeFiles(repository.gitDir, { "info/exclude": ".env*\n" });
  writeFiles(repository.path, { ".env": "SECRET=1\n", ".env.local": "x", "local/db.key": "k", "other.key": "no" });
  const wired = await wire(repository);
  const context = await wired.create("s", { recipe: { include: ["/local/*.key"] } });
  expect(
    [".env", ".env.local", "local/db.key", "other.key"].map((path) => existsSync(join(context.path, path))),
  ).toEqual([true, true, true, false]);
  expect(linesOf(context)).toEqual(["prepared .env, .env.local, local/db.key by copy, 0.00 s"]);
  expect(gitIn(context.path, ["status", "--porcelain"])).toBe("");
  writeFiles(context.path, { ".env": "SECRET=2\n" });
  gitIn(context.path, ["add", "--force", ".env"]);
  const proof = await wired.capture("s", context);
  expect([proof.changed, [...treeOf(wired, proof.commit).keys()]]).toEqual([
    false,
    [".gitignore", ".worktreeinclude", "a.txt"],
  ]);
  expect(readFileSync(join(repository.path, ".env"), "utf8")).toBe("SECRET=1\n");
  expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");
});

it("included files that the commit has, or that lie behind a link, are not given, and that is told", async () => {
  const repository = makeRepository({ ".gitignore": "x/.env\n.link\n", x: { link: "/tmp" } });
  writeFiles(repository.path, { ".link": { link: "/etc/passwd" } });
  const wired = await wire(repository);
  const context = await wired.create("s", { recipe: { include: [".link"] } });
  expect(existsSync(join(context.path, ".link"))).toBe(false);
  expect(linesOf(context)[0]).toMatch(/^included files that contexts do not get: \.link \(no link/);
});

it("LFS files that the user's repository has are given as copies, and others are told to be pointers", async () => {
  const content = "real content\n".repeat(100);
  const sha = createHash("sha256").update(content).digest("hex");
  const pointer = (oid: string): string =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${String(content.length)}\n`;
  const repository = makeRepository({
    ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
    "a.bin": pointer(sha),
    "b.bin": pointer("0".repeat(64)),
  });
  const object = join("lfs/objects", sha.slice(0, 2), sha.slice(2, 4), sha);
  writeFiles(repository.gitDir, { [object]: content });
  const wired = await wire(repository);
  const context = await wired.create("s");
  expect([shown(context.path, "a.bin"), shown(context.path, "b.bin")]).toEqual([
    `file ${content}`,
    `file ${pointer("0".repeat(64))}`,
  ]);
  expect(lstatSync(join(context.path, "a.bin")).ino).not.toBe(lstatSync(join(repository.gitDir, object)).ino);
  expect(linesOf(context)).toEqual([
    "prepared a.bin from the objects of your repository, 0.00 s",
    "1 LFS file is a pointer in contexts: b.bin (they are not fetched in your repository: git lfs pull)",
  ]);
  expect(await wired.capture("s", context)).toMatchObject({ changed: false, unfiltered: [], leftOut: [] });
});

it("submodules of the checkout are checked out, and neither a change nor work", async () => {
  const { user } = makeSuperproject();
  const wired = await wire(user);
  const context = await wired.create("s");
  expect(linesOf(context)).toEqual(["prepared ext/lib from the objects of your repository, 0.00 s"]);
  const proof = await wired.capture("s", context);
  expect(proof).toMatchObject({ changed: false, leftOut: [] });
  expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");
});
