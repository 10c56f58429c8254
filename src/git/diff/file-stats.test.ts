import { expect, it } from "vitest";
import { makeRepository } from "../../../test/kit/repository.ts";
import { makeShelf } from "../../../test/kit/snapshots.ts";
import type { CommitSha } from "../../base/ids.ts";
import { readFileStats } from "./file-stats.ts";
import { readDiffText } from "./text.ts";

it("a file of many megabytes is not compared line by line", async () => {
  const repository = makeRepository();
  const { git } = await makeShelf(repository);
  const commit = repository.commit({ "big.txt": "y\n".repeat(9 * 1024 * 1024), "small.txt": "y\n" });
  expect(await readFileStats(git, repository.gitDir, [{ commit, against: null }])).toMatchObject([
    [
      { path: "big.txt", insertions: null },
      { path: "small.txt", insertions: 1 },
    ],
  ]);
  const { text } = await readDiffText(git, repository.gitDir, { from: null, to: commit, most: 1000 });
  expect(text.toString()).toMatch(/^Binary files \/dev\/null and b\/big\.txt differ$/m);
});

it("every comparison has its own files, also one without any and one of a first commit", async () => {
  const repository = makeRepository({ "a.txt": "a\n", ["0".repeat(40)]: "x\n", "1\t2\t3": "y\n" });
  const { git } = await makeShelf(repository);
  const first = repository.head();
  const empty = repository.commit({});
  repository.git("rm", "-q", "a.txt");
  const last = repository.commit({ b: { link: "a.txt" } });
  const paths = async (
    ...pairs: readonly (readonly [CommitSha, CommitSha | null])[]
  ): Promise<readonly (readonly string[])[]> =>
    (
      await readFileStats(
        git,
        repository.gitDir,
        pairs.map(([commit, against]) => ({ commit, against })),
      )
    ).map((stats) => stats.map(({ path, status }) => `${status} ${path}`));
  expect(await paths([first, null], [empty, null], [last, null], [first, last])).toEqual([
    [`A ${"0".repeat(40)}`, "A 1\t2\t3", "A a.txt"],
    [],
    ["D a.txt", "A b"],
    ["A a.txt", "D b"],
  ]);
});

it("a patch ends where it is told to, and says how much more there was", async () => {
  const repository = makeRepository();
  const { git } = await makeShelf(repository);
  const to = repository.commit({ "a.txt": "0123456789\n".repeat(1000) });
  const whole = await readDiffText(git, repository.gitDir, { from: null, to, most: 100_000 });
  const part = await readDiffText(git, repository.gitDir, { from: null, to, most: 500 });
  expect(part.text).toEqual(whole.text.subarray(0, 500));
  expect(part.droppedBytes).toBe(whole.text.length - 500);
});
