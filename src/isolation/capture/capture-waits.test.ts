import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { treeOf, wire } from "../../../test/kit/wire.ts";
import type { Context } from "../context.ts";
import { destroyContext } from "../cleanup/destroy.ts";

const files = { "a.txt": "a\n", "empty.txt": "", ".gitignore": "*.log\n", "folder/b.txt": "b\n" };

function makePipe(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path]);
}

function commitIn({ path }: Context): string {
  writeFiles(path, { "own.txt": "own\n" });
  gitIn(path, ["add", "-A"]);
  gitIn(path, ["commit", "-q", "-m", "own"]);
  return gitIn(path, ["rev-parse", "HEAD"]);
}

const pipes = ["pipe", ".gitignore", "folder/.gitignore", ".gitattributes", "folder/.gitattributes", ".gitmodules"];

it("a pipe wherever git reads a file is not waited for: the rest is captured, and the context stays", async () => {
  const wired = await wire(makeRepository(files));
  for (const pipe of pipes) {
    const context = await wired.create(`pipe ${pipe}`, { level: "clone" });
    writeFiles(context.path, { "a.txt": "edited\n", "new.txt": "new\n", "debug.log": "waste\n" });
    makePipe(join(context.path, pipe));
    const proof = await wired.capture(`pipe ${pipe}`, context);
    const tree = treeOf(wired, proof.commit);
    expect([pipe, tree.get("a.txt"), tree.get("new.txt")]).toEqual([pipe, "100644 edited\n", "100644 new\n"]);
    const reason = Object.hasOwn(files, pipe) ? "special file in place of a tracked one" : "special file";
    expect(proof.leftOut).toContainEqual({ path: pipe, reason, bytes: null });
    expect([await destroyContext(wired.places, wired.store, proof), existsSync(join(context.path, pipe))]).toEqual([
      "kept",
      true,
    ]);
  }
});

it("a pipe in the agent's own repository, or in a nested one, costs its history and nothing else", async () => {
  const wired = await wire(makeRepository(files));
  const plants = [
    (context: Context) => `.git/objects/${commitIn(context).replace(/^../, "$&/")}`,
    (context: Context) => commitIn(context) && ".git/objects/info/alternates",
    (context: Context) => commitIn(context) && ".git/HEAD",
    (context: Context) => commitIn(context) && ".git/index",
    (context: Context) => gitIn(context.path, ["init", "-q", "nest"]) + "nest/.git/HEAD",
  ];
  for (const [place, plant] of plants.entries()) {
    const context = await wired.create(`repository ${String(place)}`, { level: "clone" });
    makePipe(join(context.path, plant(context)));
    writeFiles(context.path, { "a.txt": "edited\n" });
    const proof = await wired.capture(`repository ${String(place)}`, context);
    expect([place, treeOf(wired, proof.commit).get("a.txt")]).toEqual([place, "100644 edited\n"]);
  }
});

it("a file with a hole of a terabyte is not read, also where git took it for an empty one", async () => {
  const wired = await wire(makeRepository(files));
  const context = await wired.create("hole", { level: "clone" });
  writeFiles(context.path, { "a.txt": "edited\n", "folder/.gitattributes": "" });
  for (const path of ["empty.txt", "folder/.gitattributes"]) truncateSync(join(context.path, path), 2 ** 40);
  const proof = await wired.capture("hole", context);
  expect(treeOf(wired, proof.commit).get("a.txt")).toBe("100644 edited\n");
  expect(proof.leftOut.map(({ path, reason }) => `${path}: ${reason}`).sort()).toEqual([
    "empty.txt: too large",
    "folder/.gitattributes: too large",
  ]);
});
