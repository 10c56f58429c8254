import { expect, it } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { commitMany } from "../../../test/kit/many-commits.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { readManyChanges } from "./many-changes.ts";
import { readCommits } from "../history/read-commits.ts";

it("the differences between many pairs of trees come in their order, equal ones and hostile names included", async () => {
  const git = wireGit();
  const { gitDir } = makeRepository({});
  const hostile = `:100644 a\n${"a".repeat(40)} ${"b".repeat(40)}\n\t"\xff`;
  const commits = commitMany(gitDir, [
    { a: "1", b: "1" },
    { a: "2", [hostile]: "1" },
    { a: "1", b: "1", "d/e": "1" },
  ]);
  const facts = await readCommits(git, gitDir, commits);
  const [first, second, third] = commits.map((commit) => facts.get(commit)?.tree ?? ("" as TreeSha)) as [
    TreeSha,
    TreeSha,
    TreeSha,
  ];
  const pairs = [
    { from: first, to: first },
    { from: first, to: second },
    { from: second, to: second },
    { from: second, to: second },
    { from: first, to: third },
    { from: third, to: third },
  ];
  const added = { path: "d/e", status: "A" };
  const changes = [
    { path: hostile, status: "A" },
    { path: "a", status: "M" },
    { path: "b", status: "D" },
  ];
  expect(await readManyChanges(git, gitDir, pairs)).toEqual([[], changes, [], [], [added], []]);
  // More than are asked for at once.
  const many = Array.from({ length: 45 }, (_, place) => ({ from: first, to: place % 2 === 0 ? first : third }));
  expect(await readManyChanges(git, gitDir, many)).toEqual(many.map((_, place) => (place % 2 === 0 ? [] : [added])));
  expect(await readManyChanges(git, gitDir, [])).toEqual([]);
});

it("commits say their tree, parents, time and message; what is none is left out", async () => {
  const git = wireGit();
  const repository = makeRepository();
  const [tree, head] = [
    repository.git("rev-parse", "HEAD^{tree}"),
    repository.commit({ a: "a" }, "second\n\nwith a body"),
  ];
  const facts = await readCommits(git, repository.gitDir, [head, "1".repeat(40) as CommitSha, tree as CommitSha, head]);
  expect([...facts]).toEqual([
    [
      head,
      {
        tree: repository.git("rev-parse", "HEAD^{tree}"),
        parents: [repository.git("rev-parse", "HEAD^")],
        at: Number(repository.git("log", "-1", "--format=%ct")) * 1000,
        message: "second\n\nwith a body\n",
      },
    ],
  ]);
});
