import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TuttiError } from "../../base/error.ts";
import { gitIn, printedBy, wireGit } from "../../../test/kit/git.ts";
import { makeRepository, person } from "../../../test/kit/repository.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import { type NewCommit, writeCommit } from "../history/trees.ts";
import { entryAt } from "./trees/compare.ts";
import { openObjects } from "./objects.ts";
import type { TreeEntry } from "./bytes/tree-bytes.ts";

const git = wireGit();
const packs = (gitDir: string) => readdirSync(join(gitDir, "objects/pack")).filter((name) => name.endsWith(".pack"));
const none = (format: string): string => "1".repeat(format === "sha1" ? 40 : 64);

describe.each(["sha1", "sha256"] as const)("objects of a %s repository", (format) => {
  it("are read as git shows them, for any names", async () => {
    const repository = makeRepository(
      { "a.txt": "a\n", "dir/größe": { program: "p\n" }, "dir/link": { link: "../a.txt" } },
      format,
    );
    const objects = openObjects(git, repository.gitDir, format);
    const commit = await objects.readCommit(repository.head());
    expect(commit).toMatchObject({
      tree: repository.git("rev-parse", "HEAD^{tree}"),
      parents: [],
      encoding: undefined,
      others: [],
    });
    expect(commit.author).toMatch(/^Ada <ada@example.com> \d+ \+0000$/);
    expect(commit.message.toString()).toBe("first\n");
    expect((await objects.readTree(commit.tree)).map(({ mode, name }) => `${mode} ${name}`)).toEqual([
      "100644 a.txt",
      "40000 dir",
    ]);
    const name = Buffer.from("dir/größe").toString("latin1");
    const found = await entryAt(objects, commit.tree, name);
    expect(found).toMatchObject({ mode: "100755", id: repository.git("rev-parse", "HEAD:dir/größe") });
    expect(await entryAt(objects, commit.tree, "dir")).toMatchObject({ mode: "40000" });
    for (const absent of ["b", "a.txt/x", "dir/none", "", "dir/", "/a.txt"])
      expect(await entryAt(objects, commit.tree, absent)).toBeUndefined();
    const blob = found?.id ?? "";
    expect([await objects.readBlob(blob), await objects.readBlob(blob, 2), await objects.readBlob(blob, 1)]).toEqual([
      Buffer.from("p\n"),
      Buffer.from("p\n"),
      undefined,
    ]);
    expect([await objects.exists(blob), await objects.exists(none(format))]).toEqual([true, false]);
    await objects.close();
  });

  it("that are made can be read at once, and are on the disk after a flush: few as loose ones, many as one pack", async () => {
    const repository = makeRepository({ "a.txt": "a\n" }, format);
    const objects = openObjects(git, repository.gitDir, { format, takesAll: true });
    const blob = objects.writeBlob(Buffer.from("new\n"));
    const tree = objects.writeTree([{ mode: "100644", name: "new.txt", id: blob }]);
    const commit = objects.writeCommit({
      tree,
      parents: [repository.head()],
      message: "new\n",
      by: person,
      at: 0 as EpochMs,
    });
    expect([await objects.readBlob(blob), await objects.exists(tree), (await objects.readCommit(commit)).tree]).toEqual(
      [Buffer.from("new\n"), true, tree],
    );
    expect(await objects.readBlob(blob, 3)).toBeUndefined();
    expect(() => repository.git("cat-file", "-e", blob)).toThrow();
    await Promise.all([objects.flush(), objects.flush()]);
    expect(packs(repository.gitDir)).toEqual([]);
    expect(repository.git("show", "--format=%s", "--stat", commit)).toContain("new.txt | 1 +");

    // Of all sizes, so that lengths of one, two and three bytes are written.
    const many = Array.from({ length: 50 }, (_, place) => objects.writeBlob(Buffer.alloc(place ** 3, `${place}`)));
    const wide = objects.writeTree(many.map((id, place) => ({ mode: "100644", name: `${place}`, id })));
    const last = objects.writeCommit({
      tree: wide,
      parents: [commit],
      message: "wide\n",
      by: person,
      at: 0 as EpochMs,
    });
    await objects.flush();
    expect(packs(repository.gitDir)).toHaveLength(1);
    repository.git("update-ref", "refs/heads/new", last);
    expect(repository.git("ls-tree", "--name-only", wide).split("\n")).toHaveLength(50);
    expect(repository.git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(await objects.readBlob(many[49] ?? "")).toEqual(Buffer.alloc(49 ** 3, "49"));
    await objects.close();
  });

  it("that git would not take come in neither now nor with the next ones", async () => {
    const repository = makeRepository({ "a.txt": "a\n" }, format);
    const objects = openObjects(git, repository.gitDir, format);
    const good = objects.writeBlob(Buffer.from("good\n"));
    const broken = objects.writeTree([{ mode: "100644", name: "x", id: none(format) }]);
    await expect(objects.flush()).rejects.toMatchObject({ code: "git.failed" });
    expect(await objects.exists(broken)).toBe(false);
    await expect(objects.readTree(broken)).rejects.toMatchObject({
      code: "git.failed",
      message: expect.stringContaining("no such object") as string,
    });
    // Names that other systems would take for git's own folder.
    const [strange, odd] = [Buffer.from("in it\n"), "GIT~1"];
    const inside = objects.writeBlob(strange);
    const beside = objects.writeTree([{ mode: "100644", name: "fine", id: inside }]);
    const holder = objects.writeTree([
      { mode: "40000", name: "below", id: objects.writeTree([{ mode: "100644", name: odd, id: inside }]) },
    ]);
    await expect(objects.flush()).rejects.toMatchObject({
      code: "git.refused",
      message: expect.stringContaining("hasDotgit") as string,
    });
    // The objects that it was made with exist, except its holder.
    expect([await objects.exists(beside), await objects.exists(holder)]).toEqual([true, false]);
    expect(objects.writeBlob(Buffer.from("good\n"))).toBe(good);
    await objects.flush();
    expect(repository.git("cat-file", "blob", good)).toBe("good");
    await objects.close();
  });

  it("that met a fault of the machine come in with the next ones", async () => {
    const repository = makeRepository({ "a.txt": "a\n" }, format);
    const fault = new TuttiError("git.failed", "git unpack-objects was ended (signalled)", { audience: "environment" });
    let calls = 0;
    const objects = openObjects(
      { ...git, sealed: (call) => ((calls += 1) === 1 ? Promise.reject(fault) : git.sealed(call)) },
      repository.gitDir,
      format,
    );
    const blob = objects.writeBlob(Buffer.from("made before\n"));
    await expect(objects.flush()).rejects.toBe(fault);
    objects.writeBlob(Buffer.from("made after\n"));
    await objects.flush();
    expect(repository.git("cat-file", "blob", blob)).toBe("made before");
    await objects.close();
  });

  it("a tree is the same for any order of its entries, and the same as git's own", async () => {
    const repository = makeRepository(
      { a: "f\n", "a.b/x": "x\n", "a-b": "y\n", "b/a": "z\n", "a0/y": "y\n", ab: "ab\n" },
      format,
    );
    const objects = openObjects(git, repository.gitDir, format);
    const tree = repository.git("rev-parse", "HEAD^{tree}") as TreeSha;
    const entries = await objects.readTree(tree);
    expect(objects.writeTree(entries.toReversed())).toBe(tree);
    expect(objects.writeTree([])).toBe(printedBy(repository.path, ["hash-object", "-t", "tree", "--stdin"]).trim());
    await objects.close();
  });
});

describe("a tree is refused", () => {
  const id = "1".repeat(40);
  const refused: readonly (readonly [string, readonly TreeEntry[]])[] = [
    ["two entries of one name", [entry("a"), entry("a")]],
    ["a file and a folder of one name", [entry("a"), entry("a-b"), { mode: "40000", name: "a", id }]],
    ...["", ".", "..", ".git", ".GiT", "a/b", "a\0b"].map(
      (name) => [`the name ${JSON.stringify(name)}`, [entry(name)]] as const,
    ),
    ["a mode that git does not write", [{ mode: "100664", name: "a", id }]],
    ["a name of the other format", [{ mode: "100644", name: "a", id: "1".repeat(64) }]],
    ["what is no object name", [{ mode: "100644", name: "a", id: "x".repeat(40) }]],
  ];
  function entry(name: string): TreeEntry {
    return { mode: "100644", name, id };
  }
  it.each(refused)("with %s", (_, entries) => {
    const objects = openObjects(git, "/", "sha1");
    expect(() => objects.writeTree(entries)).toThrow(expect.objectContaining({ code: "git.failed" }) as Error);
  });
});

describe("a commit is, byte by byte, what git commit-tree writes", () => {
  const usual = { message: "subject\n\nbody\n", by: person, at: 1_700_000_000_123 as EpochMs };
  const cases: readonly (readonly [string, Partial<NewCommit>])[] = [
    ["as usual", {}],
    ["without a message", { message: "" }],
    ["without a last newline, with odd ones within", { message: "\n\n a\r\n\ttext \n\n\n" }],
    [
      "with letters of all lengths",
      { message: "größe 漢字 🎼 \u{10fffd}\n", by: { name: "Ada Größe 🎼", email: "größe@example.com" } },
    ],
    ["with what Unicode does not use", { message: "a\ufffeb\uffffc\ufdd0d\ufdefe\u{1fffe}f\u{10ffff}g\ufdcf\ufdf0\n" }],
    ["with half a letter", { message: "a\ud83cb\n", by: { name: "A\udf00B", email: "a@b" } }],
    [
      "by a name with crud around it",
      { by: { name: " \"\\'<,;: \t\nAda\u007f Love>la<ce\n Jr\n,;:'\"<> ", email: " <ada@exam<>ple.com>\n; " } },
    ],
    ["by a name with a line in it", { by: { name: "Ada\nauthor Eve <e@x> 0 +0000", email: "a@b\n> 1 +0000" } }],
    ["by a person without an address", { by: { name: "Ada", email: "" } }],
    ["long ago", { at: 999 as EpochMs }],
  ];
  it.each(cases)("%s", async (_, part) => {
    const repository = makeRepository();
    const objects = openObjects(git, repository.gitDir, "sha1");
    const first = repository.head();
    const second = repository.commit({ b: "b\n" });
    const tree = repository.git("rev-parse", "HEAD^{tree}") as TreeSha;
    for (const parents of [[], [first], [second, first], [first, first]] as CommitSha[][]) {
      const commit = { ...usual, tree, parents, ...part };
      expect(objects.writeCommit(commit)).toBe(await writeCommit(git, repository.gitDir, commit));
    }
    await objects.flush();
    await objects.close();
  });

  it.each([
    ["a name of crud only", { by: { name: " <>.,", email: "a@b" } }],
    ["a null byte in the message", { message: "a\0b" }],
    ["a null byte in the name", { by: { name: "a\0b", email: "a@b" } }],
  ])("and refused with %s, as git does", async (_, part) => {
    const repository = makeRepository();
    const objects = openObjects(git, repository.gitDir, "sha1");
    const commit = { ...usual, tree: repository.git("rev-parse", "HEAD^{tree}") as TreeSha, parents: [], ...part };
    expect(() => objects.writeCommit(commit)).toThrow(expect.objectContaining({ code: "git.failed" }) as Error);
    await expect(writeCommit(git, repository.gitDir, commit)).rejects.toThrow();
  });

  it("and what it has besides is read: another encoding, a signature of many lines", async () => {
    const repository = makeRepository();
    const objects = openObjects(git, repository.gitDir, "sha1");
    const text = [
      `tree ${repository.git("rev-parse", "HEAD^{tree}")}`,
      `parent ${repository.head()}`,
      "author A <a@b> 1 +0100",
      "committer C <c@d> 2 -0200",
      "encoding ISO-8859-1",
      "gpgsig -----BEGIN-----",
      " ",
      " line",
      " -----END-----",
      "",
      "author: no header\n\ntext \xe9\n",
    ].join("\n");
    const stored = printedBy(repository.path, ["hash-object", "-t", "commit", "-w", "--stdin"], {
      input: text,
    }).trim() as CommitSha;
    expect(await objects.readCommit(stored)).toMatchObject({
      parents: [repository.head()],
      author: "A <a@b> 1 +0100",
      committer: "C <c@d> 2 -0200",
      encoding: "ISO-8859-1",
      others: [{ name: "gpgsig", value: "-----BEGIN-----\n\nline\n-----END-----" }],
    });
    await objects.close();
  });
});

it("objects that stand in for others are not seen, and a name that is none is never asked for", async () => {
  const repository = makeRepository({ "a.txt": "true\n" });
  const head = repository.head();
  const lie = repository.commit({ "a.txt": "lie\n" });
  repository.git("replace", head, lie);
  expect(gitIn(repository.path, ["show", `${head}:a.txt`])).toBe("lie");
  const objects = openObjects(git, repository.gitDir, "sha1");
  const { tree } = await objects.readCommit(head);
  const entry = await entryAt(objects, tree, "a.txt");
  expect(await objects.readBlob(entry?.id ?? "")).toEqual(Buffer.from("true\n"));
  for (const name of ["HEAD", `${head}\ncontents ${head}`, `${head}^{tree}`, ""]) {
    await expect(objects.readTree(name as TreeSha)).rejects.toMatchObject({
      code: "git.failed",
      message: expect.stringContaining("no object name") as string,
    });
  }
  await expect(objects.readTree(head as unknown as TreeSha)).rejects.toMatchObject({
    message: expect.stringContaining("it is a commit") as string,
  });
  await objects.close();
});
