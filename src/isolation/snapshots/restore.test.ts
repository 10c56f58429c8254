import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { hermetic } from "../../../test/kit/git.ts";
import { makeRepository, person, shown, writeFiles } from "../../../test/kit/repository.ts";
import { type Shelf, makeShelf, shelfJob } from "../../../test/kit/snapshots.ts";
import type { CommitSha, EpochMs, SheetId, TreeSha } from "../../base/ids.ts";
import { writeCommit } from "../../git/history/trees.ts";
import { type FolderOutcome, restoreToBranch, restoreToFolder } from "./restore.ts";
import { snapshotWorkspace } from "./workspace.ts";

function toFolder(shelf: Shelf, request: { commit: CommitSha; folder: string; isRaw?: true }): Promise<FolderOutcome> {
  return restoreToFolder(
    shelf.git,
    { gitDir: shelf.store.gitDir, scratch: shelf.scratch },
    { ...request, isRaw: request.isRaw === true },
  );
}

describe("a snapshot is restored to a folder", () => {
  it("with every file, mode and link, and nothing of git", async () => {
    const shelf = await makeShelf(makeRepository({ "a.txt": "a\n" }));
    const { commit } = await shelf.keep(
      "fix",
      shelf.tree({
        "dir/run.sh": { program: "#!/bin/sh\n" },
        link: { link: "a.txt" },
        "b.bin": new Uint8Array([0, 255]),
      }),
    );
    const folder = join(tempFolder(), "new", "folder");
    expect(await toFolder(shelf, { commit, folder })).toEqual({ kind: "written" });
    expect(readdirSync(folder).toSorted()).toEqual(["a.txt", "b.bin", "dir", "link"]);
    expect([shown(folder, "dir/run.sh"), shown(folder, "link")]).toEqual(["program #!/bin/sh\n", "link a.txt"]);
    expect(readFileSync(join(folder, "b.bin"))).toEqual(Buffer.from([0, 255]));
    expect(readdirSync(join(folder, ".."))).toEqual(["folder"]);
    expect(statSync(folder).mode & 0o777).toBe(0o777 & ~umask());
    expect(readdirSync(shelf.scratch)).toEqual([]);
  });

  it("that is there and empty, which stays the same folder", async () => {
    const shelf = await makeShelf(makeRepository());
    const { commit } = await shelf.keep("fix", shelf.tree({ "a.txt": "a\n" }));
    const folder = tempFolder();
    const { ino } = statSync(folder);
    expect(await toFolder(shelf, { commit, folder })).toEqual({ kind: "written" });
    expect([shown(folder, "a.txt"), statSync(folder).ino]).toEqual(["file a\n", ino]);
  });

  it("but never over anything", async () => {
    const shelf = await makeShelf(makeRepository());
    const { commit } = await shelf.keep("fix", shelf.tree({ "a.txt": "a\n" }));
    const folder = tempFolder();
    writeFiles(folder, { "dir/a.txt": "mine\n", file: "mine\n" });
    expect(await toFolder(shelf, { commit, folder: join(folder, "dir") })).toEqual({
      kind: "in the way",
      what: "it is not empty",
    });
    expect(await toFolder(shelf, { commit, folder: join(folder, "file") })).toEqual({
      kind: "in the way",
      what: "it is not a folder",
    });
    expect([shown(folder, "dir/a.txt"), shown(folder, "file"), readdirSync(folder).length]).toEqual([
      "file mine\n",
      "file mine\n",
      2,
    ]);
  });

  it("or to none where the file system refuses, and nothing half-made is left", async () => {
    const shelf = await makeShelf(makeRepository());
    const { commit } = await shelf.keep("fix", shelf.tree({ "a.txt": "a\n" }));
    for (const folder of ["/proc/x", "/proc/x/y/z"])
      expect(await toFolder(shelf, { commit, folder })).toMatchObject({ kind: "refused" });
    const top = tempFolder();
    expect(await toFolder(shelf, { commit, folder: join(top, "new", "n".repeat(300)) })).toMatchObject({
      kind: "refused",
    });
    expect(readdirSync(top)).toEqual([]);
  });

  it("or to none when git fails on the way, and a folder that was empty is so again", async () => {
    const shelf = await makeShelf(makeRepository());
    const { commit } = await shelf.keep("fix", shelf.tree({ "a.txt": "a\n" }));
    const git = {
      ...shelf.git,
      sealed: async (call: Parameters<typeof shelf.git.sealed>[0]) => {
        const exit = await shelf.git.sealed(call);
        return call.args[0] === "read-tree" ? { ...exit, code: 128 } : exit;
      },
    };
    const [top, empty] = [tempFolder(), tempFolder()];
    const place = { gitDir: shelf.store.gitDir, scratch: shelf.scratch };
    for (const folder of [empty, join(top, "new", "folder")])
      await expect(restoreToFolder(git, place, { commit, folder, isRaw: false })).rejects.toMatchObject({
        code: "git.failed",
      });
    expect([readdirSync(empty), readdirSync(top)]).toEqual([[], []]);
  });

  it("whole or not at all, also when something is put there meanwhile", async () => {
    const shelf = await makeShelf(makeRepository());
    const { commit } = await shelf.keep("fix", shelf.tree({ "a.txt": "a\n" }));
    const folder = join(tempFolder(), "target");
    const git = {
      ...shelf.git,
      sealed: (call: Parameters<typeof shelf.git.sealed>[0]) => {
        writeFiles(folder, { "a.txt": "mine\n" });
        return shelf.git.sealed(call);
      },
    };
    expect(await toFolder({ ...shelf, git }, { commit, folder })).toEqual({
      kind: "in the way",
      what: "something else was put there",
    });
    expect([shown(folder, "a.txt"), readdirSync(join(folder, ".."))]).toEqual(["file mine\n", ["target"]]);
  });

  it("and a workspace byte for byte, with any attributes", async () => {
    const shelf = await makeShelf(makeRepository());
    const workspace = tempFolder();
    writeFiles(workspace, { ".gitattributes": "* text eol=crlf ident\n", "mixed.txt": "a\r\nb\n$Id$\n" });
    const by = {
      job: shelfJob,
      sheet: "fix" as SheetId,
      attempt: 1,
      why: "end",
      by: person,
      at: 0 as EpochMs,
    } as const;
    const snapshot = await snapshotWorkspace(shelf.git, {
      snapshot: { store: shelf.store, scratch: shelf.scratch, ...by },
      folder: workspace,
      indexPath: join(shelf.home, "index"),
    });
    const folder = join(tempFolder(), "back");
    await toFolder(shelf, { commit: (snapshot as { commit: CommitSha }).commit, folder, isRaw: true });
    expect(shown(folder, "mixed.txt")).toBe("file a\r\nb\n$Id$\n");
  });
});

describe("a snapshot that was made to break out", () => {
  const hostile = async (
    shelf: Shelf,
    build: (blob: string, link: string, folder: string) => string,
  ): Promise<CommitSha> => {
    const write = (args: readonly string[], bytes: string): string =>
      execFileSync("git", args, {
        cwd: shelf.store.gitDir,
        env: hermetic,
        input: Buffer.from(bytes, "latin1"),
        encoding: "utf8",
      }).trim();
    const blob = write(["hash-object", "-w", "--stdin"], "planted\n");
    const link = write(["hash-object", "-w", "--stdin"], "../outside");
    const folder = write(["mktree"], `100644 blob ${blob}\tplanted\n`);
    const tree = write(["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], build(blob, link, folder));
    return writeCommit(shelf.git, shelf.store.gitDir, {
      tree: tree as TreeSha,
      parents: [],
      message: "hostile\n",
      by: person,
      at: 0 as EpochMs,
    });
  };
  const entry = (mode: string, name: string, object: string): string =>
    `${mode} ${name}\0${Buffer.from(object, "hex").toString("latin1")}`;

  it.each([
    ["through a folder called ..", (_blob: string, _link: string, folder: string) => entry("40000", "..", folder)],
    ["into a folder called .git", (_blob: string, _link: string, folder: string) => entry("40000", ".git", folder)],
    ["by a name with a slash", (blob: string) => entry("100644", "../outside/planted", blob)],
    ["by an absolute name", (blob: string) => entry("100644", "/tmp/planted", blob)],
    [
      "through a link of the same name as a folder",
      (_blob: string, link: string, folder: string) => entry("120000", "out", link) + entry("40000", "out", folder),
    ],
  ])("%s writes nothing outside its folder", async (_how, build) => {
    const shelf = await makeShelf(makeRepository());
    const root = tempFolder();
    mkdirSync(join(root, "outside"));
    const commit = await hostile(shelf, (...parts) => build(...parts));
    expect(shelf.look("ls-tree", commit)).not.toBe("");
    await toFolder(shelf, { commit, folder: join(root, "target") }).catch(() => undefined);
    expect(readdirSync(join(root, "outside"))).toEqual([]);
    expect(shown(root, "target/.git")).toBe("nothing");
    expect(readdirSync(root).filter((name) => name !== "outside" && name !== "target")).toEqual([]);
  });
});

describe("a snapshot is restored to a branch", () => {
  it("of the user's repository, which then has all of it", async () => {
    const repository = makeRepository({ "a.txt": "a\n" });
    const shelf = await makeShelf(repository);
    const { commit } = await shelf.keep("fix", shelf.tree({ "b.txt": "b\n" }));
    const request = {
      commit,
      base: repository.head(),
      commonDir: repository.gitDir,
      near: ["HEAD"],
      branch: "refs/heads/rescued",
    };
    expect(await restoreToBranch(shelf.git, { gitDir: shelf.store.gitDir, scratch: shelf.scratch }, request)).toEqual({
      kind: "made",
    });
    rmSync(shelf.store.gitDir, { recursive: true });
    expect(repository.git("show", "rescued:b.txt")).toBe("b");
    expect(repository.git("rev-parse", "rescued^")).toBe(repository.head());
    expect(repository.git("fsck", "--strict")).not.toMatch(/error|missing/);
  });

  it("also when its base is not in the user's repository", async () => {
    const repository = makeRepository({ "a.txt": "a\n" });
    const shelf = await makeShelf(repository);
    const tree = shelf.tree({ "own.txt": "own\n" });
    const base = await writeCommit(shelf.git, shelf.store.gitDir, {
      tree,
      parents: [repository.head()],
      message: "of the folder\n",
      by: person,
      at: 0 as EpochMs,
    });
    const { commit } = await shelf.keep("fix", shelf.tree({ "b.txt": "b\n" }, base), { base });
    const request = {
      commit,
      base,
      commonDir: repository.gitDir,
      near: ["HEAD", "refs/heads/none"],
      branch: "refs/heads/rescued",
    };
    expect(await restoreToBranch(shelf.git, { gitDir: shelf.store.gitDir, scratch: shelf.scratch }, request)).toEqual({
      kind: "made",
    });
    rmSync(shelf.store.gitDir, { recursive: true });
    expect(repository.git("ls-tree", "--name-only", "-r", "rescued").split("\n")).toEqual([
      "a.txt",
      "b.txt",
      "own.txt",
    ]);
  });

  it("and never moves one that is there", async () => {
    const repository = makeRepository();
    const shelf = await makeShelf(repository);
    const { commit } = await shelf.keep("fix", shelf.tree({ "b.txt": "b\n" }));
    const request = { commit, base: null, commonDir: repository.gitDir, near: [], branch: "refs/heads/main" };
    expect(await restoreToBranch(shelf.git, { gitDir: shelf.store.gitDir, scratch: shelf.scratch }, request)).toEqual({
      kind: "taken",
      by: repository.head(),
    });
    expect(repository.git("rev-parse", "main")).not.toBe(commit);
  });
});

function umask(): number {
  const probe = join(tempFolder(), "probe");
  mkdirSync(probe);
  return 0o777 & ~statSync(probe).mode;
}
