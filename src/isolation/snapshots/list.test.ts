import { expect, it } from "vitest";
import { makeRepository } from "../../../test/kit/repository.ts";
import { makeShelf, shelfJob } from "../../../test/kit/snapshots.ts";
import type { SheetId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { listSnapshots } from "./list.ts";

const of = { job: shelfJob, sheet: "fix" as SheetId };

it("snapshots are listed oldest first, with what they changed against their base", async () => {
  const repository = makeRepository({ "a.txt": "1\n2\n3\n", "gone.txt": "x\n", "same.txt": "same\n" });
  const shelf = await makeShelf(repository);
  const bytes = new Uint8Array([0, 1, 2, 3, 4]);
  await shelf.keep("fix", shelf.tree({ "a.txt": "1\n2\n" }), { why: "periodic", at: 1_700_000_000_000 });
  await shelf.keep("fix", shelf.tree({ "a.txt": "one\n2\n3\nfour\n", "bin.dat": bytes, "na\tme\n.txt": "new\n" }), {
    attempt: 2,
    leftOut: 3,
    at: 1_700_000_060_000,
  });
  const listed = await listSnapshots(shelf.git, shelf.store.gitDir, of);
  expect(listed).toMatchObject([
    {
      number: 1,
      at: 1_700_000_000_000,
      attempt: 1,
      why: "periodic",
      leftOut: 0,
      files: 1,
      insertions: 0,
      deletions: 1,
      bytes: 4,
    },
    {
      number: 2,
      at: 1_700_000_060_000,
      attempt: 2,
      why: "end",
      leftOut: 3,
      files: 3,
      insertions: 3,
      deletions: 1,
      bytes: 13 + 5 + 4,
      base: repository.head(),
    },
  ]);
});

it("a snapshot that changed nothing counts nothing, and those after it keep their own numbers", async () => {
  const shelf = await makeShelf(makeRepository({ "a.txt": "a\n" }));
  await shelf.keep("fix", shelf.tree({}));
  await shelf.keep("fix", shelf.tree({ "b.txt": "b\n" }));
  expect(await listSnapshots(shelf.git, shelf.store.gitDir, of)).toMatchObject([
    { files: 0, insertions: 0, bytes: 0 },
    { files: 1, insertions: 1, bytes: 2 },
  ]);
});

it("a hundred snapshots cost three processes", async () => {
  const shelf = await makeShelf(makeRepository());
  const first = await shelf.keep("fix", shelf.tree({ "a.txt": "a\n" }));
  const updates = Array.from(
    { length: 99 },
    (_, place) => `update ${first.ref.slice(0, -1)}${String(place + 2)} ${first.commit}\n`,
  );
  await shelf.git.sealed({ gitDir: shelf.store.gitDir, args: ["update-ref", "--stdin"], stdin: updates.join("") });
  let calls = 0;
  const counting: Git = {
    ...shelf.git,
    sealed: (call) => {
      calls += 1;
      return shelf.git.sealed(call);
    },
  };
  const listed = await listSnapshots(counting, shelf.store.gitDir, of);
  expect(listed.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, place) => place + 1));
  expect(listed.every(({ files, bytes }) => files === 1 && bytes === 2)).toBe(true);
  expect(calls).toBe(3);
});

it("a repository of 64-digit names works alike", async () => {
  const shelf = await makeShelf(makeRepository({ "a.txt": "a\n" }, "sha256"));
  await shelf.keep("fix", shelf.tree({ "a.txt": "b\n" }));
  expect(await listSnapshots(shelf.git, shelf.store.gitDir, of)).toMatchObject([
    { files: 1, insertions: 1, deletions: 1, bytes: 2 },
  ]);
});
