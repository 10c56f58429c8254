import { expect, it } from "vitest";
import { makeRepository } from "../../../test/kit/repository.ts";
import { makeShelf, shelfJob } from "../../../test/kit/snapshots.ts";
import type { SheetId } from "../../base/ids.ts";
import { readNewest } from "./keep.ts";
import { snapshotRefs } from "./names.ts";

const prefix = snapshotRefs(shelfJob, "fix" as SheetId);

it("snapshots of a sheet are numbered from 1, also past 9", async () => {
  const shelf = await makeShelf(makeRepository());
  const numbers: number[] = [];
  for (let text = 1; text <= 11; text += 1)
    numbers.push((await shelf.keep("fix", shelf.tree({ "a.txt": String(text) }))).number);
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect((await readNewest(shelf.git, shelf.store.gitDir, prefix))?.ref).toBe(`${prefix}/11`);
});

it("a snapshot that holds what the newest one holds makes no new ref", async () => {
  const shelf = await makeShelf(makeRepository());
  const first = await shelf.keep("fix", shelf.tree({ "a.txt": "a" }));
  const again = await shelf.keep("fix", shelf.tree({ "a.txt": "a" }), { at: 1_800_000_000_000, why: "periodic" });
  expect(again).toEqual({ ...first, isNew: false });
  expect(shelf.look("for-each-ref", prefix).split("\n")).toHaveLength(1);
});

it("content that was there before the newest, or on another base, is a snapshot of its own", async () => {
  const repository = makeRepository();
  const shelf = await makeShelf(repository);
  const [one, two] = [shelf.tree({ "a.txt": "1" }), shelf.tree({ "a.txt": "2" })];
  await shelf.keep("fix", one);
  await shelf.keep("fix", two);
  expect(await shelf.keep("fix", one)).toMatchObject({ number: 3, isNew: true });
  expect(await shelf.keep("fix", one, { base: repository.commit({ "b.txt": "b" }) })).toMatchObject({
    number: 4,
    isNew: true,
  });
});

it("twelve snapshots kept at once get twelve numbers, and none replaces another", async () => {
  const shelf = await makeShelf(makeRepository());
  const trees = Array.from({ length: 12 }, (_, text) => shelf.tree({ "a.txt": String(text) }));
  const kept = await Promise.all(trees.map((tree) => shelf.keep("fix", tree)));
  expect(kept.map(({ number }) => number).toSorted((left, right) => left - right)).toEqual(
    trees.map((_, place) => place + 1),
  );
  for (const { ref, commit } of kept) expect(shelf.look("rev-parse", ref)).toBe(commit);
});

it("sheets whose names begin alike do not share snapshots", async () => {
  const shelf = await makeShelf(makeRepository());
  const tree = shelf.tree({ "a.txt": "a" });
  expect((await shelf.keep("fix", tree)).number).toBe(1);
  expect((await shelf.keep("fix-2", tree)).number).toBe(1);
});

it("a ref under the prefix that is no number does not make snapshots go round in circles", async () => {
  const shelf = await makeShelf(makeRepository());
  const kept = await shelf.keep("fix", shelf.tree({ "a.txt": "a" }));
  shelf.look("update-ref", `${prefix}/x`, kept.commit);
  expect(await shelf.keep("fix", shelf.tree({ "a.txt": "b" }))).toMatchObject({ number: 2, isNew: true });
});
