import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn, printedBy } from "../../../test/kit/git.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, wire } from "../../../test/kit/wire.ts";
import { maintainStore } from "./maintenance.ts";

const nobody = (): Promise<boolean> => Promise.resolve(false);

/** Files of the store's own objects folder, loose ones by their whole name. */
function objectFiles(wired: Wired): { loose: string[]; packs: string[] } {
  const names = readdirSync(join(wired.store.gitDir, "objects"), { recursive: true }).map(String);
  return {
    loose: names.filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{38,}$/.test(name)).map((name) => name.replace("/", "")),
    packs: names.filter((name) => name.endsWith(".pack")),
  };
}

/** A store with captures of several sheets in it, some of them of files that the user's repository has too. */
async function busyStore(format: "sha1" | "sha256" = "sha1"): Promise<Wired & { refs: readonly string[] }> {
  const repository = makeRepository({ "README.md": "hello\n", "deep/file.txt": "one\n" }, format);
  const wired = await wire(repository);
  const refs: string[] = [];
  for (const sheet of ["a", "b", "c"]) {
    const context = await wired.create(sheet);
    writeFiles(context.path, { [`${sheet}.txt`]: `${sheet}\n`, "deep/file.txt": `${sheet}\n` });
    refs.push((await wired.capture(sheet, context)).ref);
  }
  return { ...wired, refs };
}

/** Every object of the store with its content. */
function contentOf(wired: Wired): string {
  const names = wired.look("cat-file", "--batch-all-objects", "--batch-check=%(objectname)");
  return printedBy(wired.store.gitDir, ["cat-file", "--batch"], { input: `${names}\n` });
}

describe("the upkeep of a store", () => {
  it.each(["sha1", "sha256"] as const)(
    "packs loose objects and refs (%s), and everything stays readable",
    async (format) => {
      const wired = await busyStore(format);
      const [before, { loose }] = [contentOf(wired), objectFiles(wired)];
      const refs = wired.look("for-each-ref");
      expect(await maintainStore(wired.git, wired.store, { isAnyContextAlive: nobody, threshold: 5 })).toEqual({
        kind: "packed",
        objects: loose.length,
      });
      expect(objectFiles(wired)).toEqual({ loose: [], packs: [expect.any(String)] });
      expect(contentOf(wired)).toBe(before);
      expect(wired.look("for-each-ref")).toBe(refs);
      expect(wired.refs.filter((ref) => existsSync(join(wired.store.gitDir, ref)))).toEqual([]);
      expect(wired.look("fsck", "--full", "--strict", "--no-dangling")).toBe("");
      expect(await maintainStore(wired.git, wired.store, { isAnyContextAlive: nobody, threshold: 1 })).toEqual({
        kind: "tidy",
      });
    },
  );

  it("keeps its own copy of what the user's repository has packed too, which the user's gc may take away", async () => {
    const repository = makeRepository();
    const wired = await wire(repository);
    const context = await wired.create("s");
    writeFiles(context.path, { "new.txt": "work\n" });
    const { ref } = await wired.capture("s", context);
    const blob = wired.look("rev-parse", `${ref}:new.txt`);
    expect(objectFiles(wired).loose).toContain(blob);
    repository.commit({ "same.txt": "work\n" });
    repository.git("repack", "-q", "-a", "-d");
    repository.git("reset", "-q", "--hard", "HEAD^");
    repository.git("reflog", "expire", "--expire=now", "--all");
    for (const packLimit of [50, 1])
      await maintainStore(wired.git, wired.store, { isAnyContextAlive: nobody, threshold: 1, packLimit });
    repository.git("gc", "-q", "--prune=now");
    expect(() => repository.git("cat-file", "-e", blob)).toThrow();
    expect(wired.look("cat-file", "blob", `${ref}:new.txt`)).toBe("work");
  });

  it("makes one pack of many, and everything stays readable", async () => {
    const wired = await busyStore();
    for (let round = 1; round <= 4; round += 1) {
      printedBy(wired.store.gitDir, ["hash-object", "-w", "--stdin"], { input: `of nobody ${String(round)}\n` });
      await maintainStore(wired.git, wired.store, { isAnyContextAlive: nobody, threshold: 1 });
    }
    const before = contentOf(wired);
    expect(objectFiles(wired).packs.length).toBeGreaterThanOrEqual(4);
    expect(await maintainStore(wired.git, wired.store, { isAnyContextAlive: nobody, packLimit: 4 })).toEqual({
      kind: "packed",
      objects: 0,
    });
    expect(objectFiles(wired)).toEqual({ loose: [], packs: [expect.any(String)] });
    expect(contentOf(wired)).toBe(before);
    expect(wired.look("fsck", "--full", "--strict", "--no-dangling")).toBe("");
    // Later objects are found beside it.
    const context = await wired.create("later");
    writeFiles(context.path, { "later.txt": "later\n" });
    expect(wired.look("cat-file", "blob", `${(await wired.capture("later", context)).ref}:later.txt`)).toBe("later");
  });

  it("keeps what no ref reaches", async () => {
    const wired = await wire(makeRepository());
    const blob = printedBy(wired.store.gitDir, ["hash-object", "-w", "--stdin"], { input: "of nobody\n" }).trim();
    await maintainStore(wired.git, wired.store, { isAnyContextAlive: nobody, threshold: 1 });
    expect(objectFiles(wired).loose).toEqual([]);
    expect(wired.look("cat-file", "blob", blob)).toBe("of nobody");
  });

  it("waits until no context lives, and until it is worth the work", async () => {
    const wired = await busyStore();
    const before = objectFiles(wired);
    expect(
      await maintainStore(wired.git, wired.store, { isAnyContextAlive: () => Promise.resolve(true), threshold: 1 }),
    ).toEqual({ kind: "postponed" });
    expect(await maintainStore(wired.git, wired.store, { isAnyContextAlive: nobody })).toEqual({ kind: "tidy" });
    expect(objectFiles(wired)).toEqual(before);
  });

  it("asks whether contexts live when its turn has come, not before", async () => {
    const wired = await busyStore();
    let isMade = false;
    let upkeep: Promise<unknown> = Promise.resolve();
    await wired.store.writers(async () => {
      upkeep = maintainStore(wired.git, wired.store, {
        isAnyContextAlive: () => Promise.resolve(isMade),
        threshold: 1,
      });
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      isMade = true;
    });
    expect(await upkeep).toEqual({ kind: "postponed" });
  });

  it("removes nothing when an object can't be read", async () => {
    const wired = await busyStore();
    writeFiles(wired.store.gitDir, { [`objects/12/${"3".repeat(38)}`]: "no object" });
    const before = objectFiles(wired);
    await expect(
      maintainStore(wired.git, wired.store, { isAnyContextAlive: nobody, threshold: 1 }),
    ).rejects.toMatchObject({ code: "git.failed" });
    expect(objectFiles(wired)).toEqual(before);
  });
});

describe("git's own upkeep", () => {
  it("is off in the store, on the hub of worktrees and in every context", async () => {
    const wired = await wire(makeRepository());
    const contexts = [
      await wired.create("a", { level: "clone" }),
      await wired.create("b", { level: "worktree" }),
      await wired.create("c", { level: "full" }),
    ];
    for (const folder of [wired.store.gitDir, wired.store.hub, ...contexts.map((context) => context.path)]) {
      expect([gitIn(folder, ["config", "gc.auto"]), gitIn(folder, ["config", "maintenance.auto"])], folder).toEqual([
        "0",
        "false",
      ]);
    }
  });
});
