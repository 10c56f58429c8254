import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { wireGit } from "../../../test/kit/git.ts";
import { type WholeTree, commitMany } from "../../../test/kit/many-commits.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { type PathChange, readManyChanges } from "../../git/diff/many-changes.ts";
import { mergeMany } from "../../git/history/merge-many.ts";
import { readCommits } from "../../git/history/read-commits.ts";
import { makeSpareObjects } from "../../git/storage/spare-objects.ts";
import { type Reach, meets, reachOf, sharedPaths } from "./reach.ts";

/** `M a` is an edit of a, `A a` a new file, `D a` one that is gone. */
function reach(...changes: readonly string[]): Reach {
  return reachOf(changes.map((change) => ({ status: change[0] as PathChange["status"], path: change.slice(2) })));
}

describe("two works meet", () => {
  test.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ["at a path that both edit", ["M a", "M b"], ["M b", "M c"], ["b"]],
    ["at the old path of a rename that the other edits", ["D old", "A new"], ["M old"], ["old"]],
    ["at a file that is a folder of the other", ["A d"], ["A d/in/deep"], ["d"]],
    ["at a file in place of a folder that the other works in", ["D d/x", "A d"], ["M d/y"], ["d"]],
    ["in a folder that one may have moved and the other adds to", ["D x/a", "A y/a"], ["A x/new"], []],
    ["in a folder within one that may have moved", ["D x/in/a", "A y/in/a"], ["A x/new"], []],
    ["at the top that may have moved into a folder", ["D a", "A all/a"], ["A new"], []],
  ])("%s", (_, ...[left, right, shared]) => {
    const [one, other] = [reach(...left), reach(...right)];
    expect([meets(one, other), meets(other, one)]).toEqual([true, true]);
    expect([sharedPaths(one, other), sharedPaths(other, one)]).toEqual([shared, shared]);
  });
});

describe("two works do not meet", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["at paths of which one only begins like the other", ["M a"], ["M ab", "M a-b/c"]],
    ["in a folder that both edit other files of", ["M d/x", "A d/z"], ["M d/y"]],
    ["in a folder that one deletes from, without anything new", ["D d/x"], ["A d/y"]],
    ["when one of them changed nothing", [], ["M a"]],
  ])("%s", (_, left, right) => {
    const [one, other] = [reach(...left), reach(...right)];
    expect([meets(one, other), meets(other, one)]).toEqual([false, false]);
    expect(sharedPaths(one, other)).toEqual([]);
  });
});

it("a result with too many paths to be listed meets every result that changed a file", () => {
  const wide = reachOf(
    [
      { path: "a", status: "M" },
      { path: "b", status: "M" },
    ],
    1,
  );
  expect([
    meets(wide, reach("M far/away")),
    meets(reach("M far/away"), wide),
    meets(wide, wide),
    meets(wide, reach()),
  ]).toEqual([true, true, true, false]);
});

const lines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
const base: WholeTree = {
  top: `t\n${lines}`,
  "x/a": `a\n${lines}`,
  "x/b": `b\n${lines}`,
  "x/in/c": `c\n${lines}`,
  "y/d": `d\n${lines}`,
};
const names = [...Object.keys(base), "x", "y", "y/a", "y/b", "x/new", "y/in/c", "z/a", "new"];

/** A few steps that an agent may take, one after the other. */
const anyTree = fc
  .array(
    fc.record({
      what: fc.constantFrom("edit", "delete", "add", "rename", "move folder"),
      at: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((steps) => steps.reduce<WholeTree>((tree, step) => taken(tree, step), base));

function taken(tree: WholeTree, { what, at, to }: { what: string; at: string; to: string }): WholeTree {
  const { [at]: text, ...rest } = tree;
  switch (what) {
    case "add":
      return put(tree, at, `new ${to}\n`);
    case "edit":
      return text === undefined ? tree : { ...tree, [at]: text.replace("1", to) };
    case "delete":
      return rest;
    case "rename":
      return text === undefined ? tree : put(rest, to, text);
    default: {
      const moved = Object.entries(tree).filter(([path]) => path.startsWith("x/"));
      const kept = Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith("x/")));
      return moved.reduce((all, [path, content]) => put(all, path.replace("x/", "w/"), content), kept);
    }
  }
}

/** A file takes the place of what is in its way. */
function put(tree: WholeTree, path: string, text: string): WholeTree {
  const others = Object.entries(tree).filter(
    ([other]) => !other.startsWith(`${path}/`) && !path.startsWith(`${other}/`),
  );
  return { ...Object.fromEntries(others), [path]: text };
}

it("results that do not meet merge in git without a conflict", async () => {
  const git = wireGit();
  const { gitDir } = makeRepository({});
  const [first = "" as CommitSha] = commitMany(gitDir, [base]);
  const trees = fc.sample(anyTree, 60);
  const commits = commitMany(gitDir, trees, first);
  const facts = await readCommits(git, gitDir, [first, ...commits]);
  const treeOf = (commit: CommitSha): TreeSha => facts.get(commit)?.tree ?? ("" as TreeSha);
  const changes = await readManyChanges(
    git,
    gitDir,
    commits.map((commit) => ({ from: treeOf(first), to: treeOf(commit) })),
  );
  const reaches = changes.map((change) => reachOf(change));
  const doMeet = (left: number, right: number): boolean => meets(reaches[left] ?? reach(), reaches[right] ?? reach());
  const apart = commits.flatMap((ours, left) =>
    commits.flatMap((theirs, right) => (left === right || doMeet(left, right) ? [] : [{ ours, theirs }])),
  );
  const answers = await mergeMany(git, await makeSpareObjects(gitDir, join(tempFolder(), "spare")), apart);
  expect(answers.filter(({ kind }) => kind !== "clean")).toEqual([]);
  // There is enough of either kind to tell.
  expect(apart.length).toBeGreaterThan(200);
  expect(reaches.length ** 2 - apart.length).toBeGreaterThan(200);
});
