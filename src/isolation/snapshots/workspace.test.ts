import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { isRoot, makePipes, tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository, person, writeFiles } from "../../../test/kit/repository.ts";
import { type Shelf, makeShelf, shelfJob } from "../../../test/kit/snapshots.ts";
import type { EpochMs, SheetId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { listSnapshots } from "./list.ts";
import { type WorkspaceRequest, type WorkspaceSnapshot, snapshotWorkspace } from "./workspace.ts";

interface Bench extends Shelf {
  readonly folder: string;
  snap(more?: Wishes, git?: Git): Promise<WorkspaceSnapshot | undefined>;
  /** The files of a snapshot: path → content. */
  held(commit: string): Readonly<Record<string, string>>;
}

type Wishes = Partial<Omit<WorkspaceRequest, "snapshot">> & {
  readonly snapshot?: Partial<WorkspaceRequest["snapshot"]>;
};

async function makeBench(): Promise<Bench> {
  const shelf = await makeShelf(makeRepository());
  const folder = join(tempFolder(), "workspace");
  mkdirSync(folder);
  return {
    ...shelf,
    folder,
    snap: ({ snapshot, ...more } = {}, git = shelf.git) =>
      snapshotWorkspace(git, {
        snapshot: {
          store: shelf.store,
          scratch: shelf.scratch,
          job: shelfJob,
          sheet: "fix" as SheetId,
          attempt: 1,
          why: "end",
          by: person,
          at: 1_700_000_000_000 as EpochMs,
          ...snapshot,
        },
        folder,
        indexPath: join(shelf.home, "workspace.index"),
        ...more,
      }),
    held: (commit) => {
      const names = shelf
        .look("ls-tree", "-r", "-z", "--name-only", commit)
        .split("\0")
        .filter((name) => name !== "");
      return Object.fromEntries(names.map((name) => [name, shelf.look("cat-file", "blob", `${commit}:${name}`)]));
    },
  };
}

function kept(snapshot: WorkspaceSnapshot | undefined): Extract<WorkspaceSnapshot, { kind: "kept" }> {
  if (snapshot?.kind !== "kept") throw new Error(JSON.stringify(snapshot));
  return snapshot;
}

it("a snapshot shows the changes of a workspace since the one before", async () => {
  const bench = await makeBench();
  writeFiles(bench.folder, { "out/a.txt": "a\n", "b.txt": "b\n" });
  const first = kept(await bench.snap());
  expect(bench.held(first.commit)).toEqual({ "out/a.txt": "a", "b.txt": "b" });
  rmSync(join(bench.folder, "b.txt"));
  writeFiles(bench.folder, { "out/a.txt": "changed\n", "c.txt": "c\n" });
  const second = kept(await bench.snap({ snapshot: { sheet: "other" as SheetId, attempt: 2 } }));
  expect(bench.held(second.commit)).toEqual({ "out/a.txt": "changed", "c.txt": "c" });
  expect(await listSnapshots(bench.git, bench.store.gitDir, { job: shelfJob, sheet: null })).toMatchObject([
    { number: 1, sheet: "fix", files: 2, base: null, bytes: 4 },
    { number: 2, sheet: "other", attempt: 2, files: 3, base: first.commit, bytes: 10 },
  ]);
});

it("a workspace in which nothing changed gets no new snapshot, also when its index was lost or damaged", async () => {
  const bench = await makeBench();
  writeFiles(bench.folder, { "a.txt": "a\n" });
  const first = kept(await bench.snap());
  expect(await bench.snap()).toEqual({ ...first, isNew: false });
  rmSync(join(bench.home, "workspace.index"));
  expect(await bench.snap()).toEqual({ ...first, isNew: false });
  writeFileSync(join(bench.home, "workspace.index"), "damaged");
  writeFileSync(join(bench.home, "workspace.index.lock"), "left by a git that was killed");
  expect(await bench.snap()).toEqual({ ...first, isNew: false });
});

it("files that did not change are not read again", async () => {
  const bench = await makeBench();
  writeFiles(
    bench.folder,
    Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`${String(place)}.txt`, `${String(place)}\n`])),
  );
  await bench.snap();
  writeFiles(bench.folder, { "7.txt": "seven, changed\n" });
  const taken: string[] = [];
  await bench.snap(undefined, {
    ...bench.git,
    sealed: (call) => {
      if (call.args[0] === "update-index" && call.stdin instanceof Uint8Array)
        taken.push(Buffer.from(call.stdin).toString());
      return bench.git.sealed(call);
    },
  });
  expect(taken).toEqual(["7.txt\0"]);
});

it("there is no snapshot of a workspace that does not exist or never held anything", async () => {
  const bench = await makeBench();
  expect(await bench.snap()).toBeUndefined();
  expect(await bench.snap({ folder: join(bench.folder, "none") })).toBeUndefined();
});

it("a workspace that was emptied has a snapshot that says so", async () => {
  const bench = await makeBench();
  writeFiles(bench.folder, { "a.txt": "a\n" });
  await bench.snap();
  rmSync(join(bench.folder, "a.txt"));
  expect(bench.held(kept(await bench.snap()).commit)).toEqual({});
});

it("bytes are kept as they are, with any attributes in the workspace", async () => {
  const bench = await makeBench();
  writeFiles(bench.folder, {
    ".gitattributes": "* text=auto eol=crlf ident working-tree-encoding=UTF-16\n",
    "mixed.txt": "a\r\nb\n$Id$\n",
  });
  const first = kept(await bench.snap());
  expect(bench.look("cat-file", "blob", `${first.commit}:mixed.txt`)).toBe("a\r\nb\n$Id$");
  writeFiles(bench.folder, { "mixed.txt": "a\nb\n$Id$\n" });
  expect(bench.look("cat-file", "blob", `${kept(await bench.snap()).commit}:mixed.txt`)).toBe("a\nb\n$Id$");
});

it("skipped entries are listed: special files, histories, names git refuses", async () => {
  const bench = await makeBench();
  writeFiles(bench.folder, { "a.txt": "a\n", "nested/in.txt": "n\n", ".GIT/config": "c" });
  gitIn(bench.folder, ["init", "-q"]);
  gitIn(join(bench.folder, "nested"), ["init", "-q"]);
  makePipes(join(bench.folder, "pipe"));
  const snapshot = kept(await bench.snap());
  expect(bench.held(snapshot.commit)).toEqual({ "a.txt": "a", "nested/in.txt": "n" });
  expect(Object.fromEntries(snapshot.leftOut.map(({ path, reason }) => [path, reason]))).toEqual({
    ".GIT/config": "refused by git",
    "nested/.git/": "nested repository's history",
    ".git/": "nested repository's history",
    pipe: "special file",
  });
  expect(await listSnapshots(bench.git, bench.store.gitDir, { job: shelfJob, sheet: null })).toMatchObject([
    { leftOut: 4 },
  ]);
});

it("ignore rules in a workspace hide nothing: they are among its outputs", async () => {
  const bench = await makeBench();
  writeFiles(bench.folder, {
    ".gitignore": "*\n",
    "out/x.log": "x\n",
    "nested/.gitignore": "in.txt\n",
    "nested/in.txt": "n\n",
  });
  gitIn(join(bench.folder, "nested"), ["init", "-q"]);
  const first = kept(await bench.snap());
  expect(bench.held(first.commit)).toEqual({
    ".gitignore": "*",
    "out/x.log": "x",
    "nested/.gitignore": "in.txt",
    "nested/in.txt": "n",
  });
  expect(first.leftOut).toEqual([{ path: "nested/.git/", reason: "nested repository's history", bytes: null }]);
  rmSync(join(bench.folder, "out/x.log"));
  writeFiles(bench.folder, { "late.log": "late\n", "nested/in.txt": "changed\n" });
  expect(bench.held(kept(await bench.snap()).commit)).toEqual({
    ".gitignore": "*",
    "late.log": "late",
    "nested/.gitignore": "in.txt",
    "nested/in.txt": "changed",
  });
});

it("a file whose place was taken by a folder, a link or a pipe is gone", async () => {
  const bench = await makeBench();
  writeFiles(bench.folder, { a: "a\n", "b/in.txt": "b\n", c: "c\n", d: "d\n" });
  await bench.snap();
  for (const name of ["a", "b", "c"]) rmSync(join(bench.folder, name), { recursive: true });
  writeFiles(bench.folder, { "a/in.txt": "in\n" });
  symlinkSync("d", join(bench.folder, "b"));
  makePipes(join(bench.folder, "c"));
  expect(bench.held(kept(await bench.snap()).commit)).toEqual({ "a/in.txt": "in", b: "d", d: "d" });
});

it("a workspace of which nothing can be kept says so", async () => {
  const bench = await makeBench();
  makePipes(join(bench.folder, "pipe"));
  expect(await bench.snap()).toMatchObject({
    kind: "skipped",
    why: expect.stringContaining("nothing in it can be kept (pipe: special file)") as string,
  });
});

it.skipIf(isRoot)(
  "a file that may not be read is left out, and the others are taken (skipped as root, who may read all)",
  async () => {
    const bench = await makeBench();
    writeFiles(bench.folder, { "a.txt": "a\n", "shut.txt": "x" });
    chmodSync(join(bench.folder, "shut.txt"), 0);
    const snapshot = kept(await bench.snap());
    expect(bench.held(snapshot.commit)).toEqual({ "a.txt": "a" });
    expect(snapshot.leftOut).toMatchObject([{ path: "shut.txt", reason: "unreadable" }]);
  },
);

it("a link in a workspace is kept as a link, and nothing beyond it is read", async () => {
  const bench = await makeBench();
  const outside = tempFolder();
  writeFiles(outside, { "secret.txt": "secret" });
  symlinkSync(outside, join(bench.folder, "way-out"));
  expect(bench.held(kept(await bench.snap()).commit)).toEqual({ "way-out": outside });
});

it("a workspace in which Tutti's own folder lies is not snapshotted, and the user is told why", async () => {
  const bench = await makeBench();
  for (const folder of [bench.home, dirname(bench.home), "/"])
    expect(await bench.snap({ folder })).toMatchObject({
      kind: "skipped",
      why: expect.stringContaining("Tutti's own folder lies in it") as string,
    });
});

it("a workspace inside Tutti's own folder is", async () => {
  const bench = await makeBench();
  const folder = join(bench.home, "jobs", "workspace");
  writeFiles(folder, { "a.txt": "a\n" });
  expect(bench.held(kept(await bench.snap({ folder })).commit)).toEqual({ "a.txt": "a" });
});

it("a workspace with too much in it is not snapshotted; a single huge file is only left out", async () => {
  const bench = await makeBench();
  writeFiles(bench.folder, { "a.txt": "aaaaa", "b/c.txt": "bbbbb", "b/d.txt": "" });
  const limits = { files: 100, bytes: 100, largestFile: 256 * 1024 ** 2 };
  expect(await bench.snap({ limits: { ...limits, files: 3 } })).toMatchObject({
    why: expect.stringContaining("more than 3 files") as string,
  });
  expect(await bench.snap({ limits: { ...limits, bytes: 9 } })).toMatchObject({
    why: expect.stringContaining("larger than") as string,
  });
  truncateSync(join(bench.folder, "b/d.txt"), 256 * 1024 ** 2 + 1);
  expect(kept(await bench.snap({ limits })).leftOut).toMatchObject([{ path: "b/d.txt", reason: "too large" }]);
});

it("the snapshot of a file that the user's repository happens to have too does not depend on it", async () => {
  const bench = await makeBench();
  writeFiles(bench.folder, { "README.md": "hello\n" });
  const { commit } = kept(await bench.snap());
  rmSync(join(bench.store.gitDir, "objects/info/alternates"));
  expect(bench.held(commit)).toEqual({ "README.md": "hello" });
});
