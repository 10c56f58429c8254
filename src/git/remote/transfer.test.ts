import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn, printedBy, wireGit } from "../../../test/kit/git.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import type { CommitSha } from "../../base/ids.ts";
import { transferObjects } from "./transfer.ts";

const git = wireGit();
const packs = (gitDir: string) => readdirSync(join(gitDir, "objects/pack")).filter((name) => name.endsWith(".pack"));

describe.each(["sha1", "sha256"] as const)("objects of a %s repository", (format) => {
  it("cross to another one, few as loose files and many as one pack, and nothing is left in between", async () => {
    const from = makeRepository({ "a.txt": "a\n" }, format);
    const to = makeRepository({ "other.txt": "x\n" }, format);
    const scratch = tempFolder();
    const way = { from: from.gitDir, to: to.gitDir, scratch };
    const first = from.head();
    await transferObjects(git, way, { tips: [first], known: [] });
    expect(packs(to.gitDir)).toEqual([]);
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, place) => [`many/${place}.txt`, `${place}\n`]));
    const second = from.commit(many);
    await transferObjects(git, way, { tips: [second], known: [first] });
    expect(packs(to.gitDir)).toHaveLength(1);
    expect(readdirSync(scratch)).toEqual([]);
    to.git("update-ref", "refs/heads/arrived", second);
    expect(to.git("log", "--format=%s", "arrived")).toBe("a change\nfirst");
    expect(to.git("fsck", "--strict", "--no-dangling")).toBe("");
    await transferObjects(git, way, { tips: [second], known: [second] });
    await transferObjects(git, way, { tips: [], known: [] });
    expect(packs(to.gitDir)).toHaveLength(1);
  });

  it("come in only when they are sound, and the ways of the sender stay with the sender", async () => {
    const from = makeRepository({ "a.txt": "a\n" }, format);
    const blob = from.git("rev-parse", "HEAD:a.txt");
    const evil = printedBy(from.path, ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], { input: "" });
    expect(evil).not.toBe("");
    const tree = treeWith(from.path, blob, ".git");
    const commit = gitIn(from.path, ["commit-tree", "-m", "evil", tree]) as CommitSha;
    const to = makeRepository({}, format);
    await expect(
      transferObjects(git, { from: from.gitDir, to: to.gitDir, scratch: tempFolder() }, { tips: [commit], known: [] }),
    ).rejects.toMatchObject({
      code: "git.refused",
    });
    expect(() => to.git("cat-file", "-e", commit)).toThrow();
  });

  it("that are not there make it fail, and nothing arrives", async () => {
    const from = makeRepository({ "a.txt": "a\n" }, format);
    const to = makeRepository({}, format);
    const missing = "1".repeat(from.head().length) as CommitSha;
    await expect(
      transferObjects(git, { from: from.gitDir, to: to.gitDir, scratch: tempFolder() }, { tips: [missing], known: [] }),
    ).rejects.toMatchObject({
      code: "git.failed",
    });
  });
});

/** git itself refuses to write a tree with such a name, so it is put together by hand. */
function treeWith(folder: string, blob: string, name: string): string {
  const bytes = Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, "hex")]);
  const file = join(tempFolder(), "tree");
  writeFileSync(file, bytes);
  return gitIn(folder, ["hash-object", "-t", "tree", "-w", "--literally", file]);
}
