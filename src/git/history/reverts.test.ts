import { expect, it, test } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { readReverts, revertThatStands, revertWords } from "./reverts.ts";

test.each<[string, Readonly<Record<string, readonly string[]>>, string | undefined]>([
  ["no commit reverts it", {}, undefined],
  ["one reverts it", { a: ["b"] }, "b"],
  ["the one that reverts it is reverted", { a: ["b"], b: ["c"] }, undefined],
  ["the revert of the revert is reverted", { a: ["b"], b: ["c"], c: ["d"] }, "b"],
  ["one revert is taken back and another stands", { a: ["b", "d"], b: ["c"] }, "d"],
  ["two name each other", { a: ["b"], b: ["a"] }, undefined],
])("a commit is taken back, or not, when %s", (_, reverts, expected) => {
  expect(revertThatStands(new Map(Object.entries(reverts)), "a")).toBe(expected);
});

it("reverts are found by their words, also those of a person, and only behind the commit", async () => {
  const repository = makeRepository();
  const first = repository.commit({ "a.txt": "a" }, "one");
  repository.commit({ "b.txt": "b" }, "This reverts nothing");
  repository.git("revert", "--no-edit", first);
  const ours = repository.commit({ "c.txt": "c" }, `revert: two\n\n${revertWords(first)}\n\nTutti-Job: x`);
  const found = await readReverts(wireGit(), repository.gitDir, { ref: "refs/heads/main", behind: first });
  expect([[...found.keys()], found.get(first)]).toEqual([[first], [ours, repository.git("rev-parse", "HEAD~1")]]);
  expect((await readReverts(wireGit(), repository.gitDir, { ref: "refs/heads/main", behind: ours })).size).toBe(0);
});
