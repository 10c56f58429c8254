import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { type NewEntry, editIndex } from "./index-edit.ts";

const names = ["a", "a.b", "a/b", "a/c/d", "a0", "b", "b/c", "d/e/f/g", "d/e/h", "z", "lang/ä"];

describe.each(["sha1", "sha256"] as const)("an index of a %s repository that was edited without git", (format) => {
  it.each([1, 2, 3, 4, 5, 6])("is what git makes of the same changes (%i)", (seed) => {
    const random = chance(seed);
    const some = (): readonly string[] => names.filter((name) => name !== "a" && name !== "b" && random() < 0.6);
    const repository = makeRepository({ first: "1\n" }, format);
    const write = (name: string, text: string): void => {
      mkdirSync(dirname(join(repository.path, name)), { recursive: true });
      writeFileSync(join(repository.path, name), text);
    };
    for (const name of some()) write(name, `${name}\n`);
    gitIn(repository.path, ["add", "-A"]);
    gitIn(repository.path, ["write-tree"]);
    const index = join(repository.gitDir, "index");
    const before = readFileSync(index);
    const changes = new Map<string, NewEntry | null>();
    for (const name of new Set([...some(), "first"])) {
      if (random() < 0.3) {
        rmSync(join(repository.path, name), { force: true });
        changes.set(latin(name), null);
        continue;
      }
      write(name, `${name} ${String(random())}\n`);
      const blob = gitIn(repository.path, ["hash-object", "-w", name]);
      const stats = lstatSync(join(repository.path, name), { bigint: true });
      changes.set(latin(name), { mode: "100644", blob, stats });
    }
    gitIn(repository.path, ["add", "-A"]);
    const [entries, tree] = [gitIn(repository.path, ["ls-files", "-s"]), gitIn(repository.path, ["write-tree"])];
    const edited = editIndex(before, format, { changes });
    expect(edited).toBeDefined();
    writeFileSync(index, edited ?? "");
    expect(gitIn(repository.path, ["ls-files", "-s"])).toBe(entries);
    expect(gitIn(repository.path, ["diff-files", "--name-only"])).toBe("");
    // It trusts the trees that the index knows.
    expect(gitIn(repository.path, ["write-tree"])).toBe(tree);
    expect(gitIn(repository.path, ["fsck", "--no-dangling"])).toBe("");
  });

  it("knows the trees that it was given", () => {
    const repository = makeRepository({ "a/b": "1\n", "c/d": "2\n" }, format);
    const index = join(repository.gitDir, "index");
    gitIn(repository.path, ["read-tree", "HEAD"]);
    const before = readFileSync(index);
    writeFileSync(join(repository.path, "a/b"), "other\n");
    const blob = gitIn(repository.path, ["hash-object", "-w", "a/b"]);
    gitIn(repository.path, ["add", "-A"]);
    const tree = gitIn(repository.path, ["write-tree"]);
    const folder = gitIn(repository.path, ["rev-parse", `${tree}:a`]);
    const treeAt = (at: string): string | undefined =>
      new Map([
        ["", tree],
        ["a", folder],
      ]).get(at);
    const changes = new Map([["a/b", { mode: "100644", blob, stats: null }]]);
    const edited = editIndex(before, format, { changes, treeAt }) ?? Buffer.alloc(0);
    const hex = edited.toString("hex");
    expect([hex.includes(tree), hex.includes(folder)]).toEqual([true, true]);
    writeFileSync(index, edited);
    expect(gitIn(repository.path, ["write-tree"])).toBe(tree);
  });
});

describe("an edit that git has to judge is refused", () => {
  const repository = makeRepository({ "a/b": "1\n", c: "2\n" });
  const index = join(repository.gitDir, "index");
  const entry = { mode: "100644", blob: "1".repeat(40), stats: null };

  it.each([
    ["a file where a folder is", "a"],
    ["a folder where a file is", "c/d"],
  ])("%s", (_, path) => {
    expect(editIndex(readFileSync(index), "sha1", { changes: new Map([[path, entry]]) })).toBeUndefined();
  });

  it("an index with marks, or a damaged one", () => {
    const bytes = Buffer.from(readFileSync(index));
    gitIn(repository.path, ["update-index", "--assume-unchanged", "c"]);
    expect(editIndex(readFileSync(index), "sha1", { changes: new Map() })).toBeUndefined();
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    expect(editIndex(bytes, "sha1", { changes: new Map() })).toBeUndefined();
  });
});

function latin(name: string): string {
  return Buffer.from(name).toString("latin1");
}

/** The same for each seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
