import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn, wireGit } from "../../../test/kit/git.ts";
import { type WholeTree, commitMany } from "../../../test/kit/many-commits.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Git } from "../git.ts";
import { type MergeAnswer, mergeMany, parseMerges } from "./merge-many.ts";
import { type SpareObjects, makeSpareObjects, writeStandIns } from "../storage/spare-objects.ts";

const text = "1\n2\n3\n4\n5\n6\n7\n8\n";
const base: WholeTree = { "list.txt": text, "x/a": `a\n${text}`, "x/b": `b\n${text}` };

interface Bench {
  readonly git: Git;
  readonly gitDir: string;
  readonly spare: SpareObjects;
  readonly base: CommitSha;
  commits(...trees: readonly WholeTree[]): readonly CommitSha[];
  objects(): string;
}

async function makeBench(format: "sha1" | "sha256" = "sha1"): Promise<Bench> {
  const { gitDir } = makeRepository({}, format);
  const [first = "" as CommitSha] = commitMany(gitDir, [base]);
  return {
    git: wireGit(),
    gitDir,
    base: first,
    spare: await makeSpareObjects(gitDir, join(tempFolder(), 'spare: "objects"')),
    commits: (...trees) => commitMany(gitDir, trees, first),
    objects: () => gitIn(gitDir, ["count-objects", "-v"]),
  };
}

async function mergeTwo(left: WholeTree, right: WholeTree): Promise<MergeAnswer | undefined> {
  const bench = await makeBench();
  const [ours = bench.base, theirs = bench.base] = bench.commits(left, right);
  return (await mergeMany(bench.git, bench.spare, [{ ours, theirs }]))[0];
}

const { "x/a": a = "", "x/b": b = "", ...withoutX } = base;
const withoutList: WholeTree = { "x/a": a, "x/b": b };

describe("a conflict of git has a kind and its paths", () => {
  test.each<[string, WholeTree, WholeTree, readonly (readonly [string, readonly string[]])[]]>([
    [
      "one line edited by both",
      { ...base, "list.txt": text.replace("1", "one") },
      { ...base, "list.txt": text.replace("1", "uno") },
      [["contents", ["list.txt"]]],
    ],
    ["an edit against a delete", { ...base, "list.txt": `${text}9\n` }, withoutList, [["modify/delete", ["list.txt"]]]],
    ["a file that both added", { ...base, new: "one\n" }, { ...base, new: "two\n" }, [["add/add", ["new"]]]],
    [
      "two new names for one file",
      { ...withoutList, left: text },
      { ...withoutList, right: text },
      [["rename/rename", ["list.txt", "left", "right"]]],
    ],
    [
      "a new file in a folder that was renamed",
      { ...withoutX, "y/a": a, "y/b": b },
      { ...base, "x/new": "new\n" },
      [["directory rename suggested", ["y/new", "x/new"]]],
    ],
    [
      "a hostile name",
      { ...base, '\xff"\t\n': "one\n" },
      { ...base, '\xff"\t\n': "two\n" },
      [["add/add", ['\xff"\t\n']]],
    ],
  ])("%s", async (_, ...[left, right, conflicts]) => {
    expect(await mergeTwo(left, right)).toEqual({
      kind: "conflict",
      conflicts: conflicts.map(([kind, paths]) => ({ kind, paths })),
    });
  });

  it("a file against a folder names the file, regardless of the name git moves it to", async () => {
    const answer = await mergeTwo({ ...base, d: "file\n" }, { ...base, "d/in": "folder\n" });
    expect(answer).toMatchObject({
      kind: "conflict",
      conflicts: [{ kind: "file/directory", paths: expect.arrayContaining(["d"]) as string[] }],
    });
  });
});

it.each(["sha1", "sha256"] as const)(
  "many merges are answered in their order, and the repository gets none of their objects (%s)",
  async (format) => {
    const bench = await makeBench(format);
    const [top = bench.base, bottom = bench.base, other = bench.base] = bench.commits(
      { ...base, "list.txt": text.replace("1", "one") },
      { ...base, "list.txt": text.replace("8", "eight") },
      { ...base, "list.txt": text.replace("1", "uno") },
    );
    const before = bench.objects();
    const answers = await mergeMany(bench.git, bench.spare, [
      { ours: top, theirs: bottom },
      { ours: top, theirs: other },
      { ours: bottom, theirs: other },
    ]);
    expect(answers.map(({ kind }) => kind)).toEqual(["clean", "conflict", "clean"]);
    const [first] = answers;
    // A stand-in puts the merged tree on another base, and can be merged again.
    const tree = (first?.kind === "clean" ? first.tree : "") as TreeSha;
    const [standIn = bench.base] = await writeStandIns(bench.git, bench.spare, [{ tree, parent: bench.base }]);
    expect((await mergeMany(bench.git, bench.spare, [{ ours: standIn, theirs: other }]))[0]?.kind).toBe("conflict");
    expect(bench.objects()).toBe(before);
  },
);

it("a pair that git can't even try does not cost the others their answer", async () => {
  const bench = await makeBench();
  const [ours = bench.base] = bench.commits({ ...base, "list.txt": text.replace("1", "one") });
  const missing = "1".repeat(40) as CommitSha;
  const good = { ours, theirs: bench.base };
  const answers = await mergeMany(bench.git, bench.spare, [
    good,
    { ours, theirs: missing },
    good,
    { ours: missing, theirs: ours },
    good,
  ]);
  expect(answers.map(({ kind }) => kind)).toEqual(["clean", "failed", "clean", "failed", "clean"]);
  expect(answers[1]).toMatchObject({ why: expect.stringContaining(missing) as string });
});

it("when nothing can be tried, git is not asked for ever", async () => {
  const bench = await makeBench();
  let calls = 0;
  const git: Git = { ...bench.git, sealed: (call) => ((calls += 1), bench.git.sealed(call)) };
  const pair = { ours: bench.base, theirs: "1".repeat(40) as CommitSha };
  const answers = await mergeMany(
    git,
    bench.spare,
    Array.from({ length: 50 }, () => pair),
  );
  expect([answers.length, new Set(answers.map(({ kind }) => kind)), calls]).toEqual([50, new Set(["failed"]), 5]);
});

it("output that ends within an answer gives those before it", () => {
  const tree = "a".repeat(40);
  const whole = `1\0${tree}\0\x000\0${tree}\x00100644 ${tree} 2\tf\0\x001\0f\0CONFLICT (contents)\0CONFLICT (content): f\n\0\0`;
  expect(parseMerges(whole).map(({ kind }) => kind)).toEqual(["clean", "conflict"]);
  for (let length = whole.length - 2; length > 44; length -= 1)
    expect(parseMerges(whole.slice(0, length)).map(({ kind }) => kind)).toEqual(["clean"]);
  expect(parseMerges("")).toEqual([]);
});

it("a conflict of which git tells no kind still names its paths", () => {
  const tree = "a".repeat(40);
  expect(
    parseMerges(
      `0\0${tree}\x00100644 ${tree} 1\tf\x00100644 ${tree} 2\tf\0\x001\0f\0Auto-merging\0Auto-merging f\n\0\0`,
    ),
  ).toEqual([{ kind: "conflict", conflicts: [{ kind: "?", paths: ["f"] }] }]);
});
