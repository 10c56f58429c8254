import fc from "fast-check";
import { expect, it } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { type WholeTree, commitMany } from "../../../test/kit/many-commits.ts";
import { type Files, makeRepository } from "../../../test/kit/repository.ts";
import { type FileChange, byText } from "../../base/line-move.ts";
import { readLineChanges } from "./line-changes.ts";
import { times } from "../../../test/kit/long.ts";

/** One byte a character. */
async function changesOf(before: WholeTree, after: WholeTree, most?: number): Promise<ReadonlyMap<string, FileChange>> {
  const bytes = (tree: WholeTree): Files =>
    Object.fromEntries(Object.entries(tree).map(([name, text]) => [name, Buffer.from(text, "latin1")]));
  const repository = makeRepository(bytes(before));
  const from = repository.head();
  const to = repository.commit(bytes(after));
  return readLineChanges(wireGit(), repository.gitDir, { from, to, ...(most === undefined ? {} : { most }) });
}

/** `old,lines new,lines` of each region, and its lines. */
function shown(change: FileChange | undefined): readonly string[] {
  return (change?.hunks ?? []).map(
    ({ oldStart, oldLines, newStart, newLines, removed, added }) =>
      `${String(oldStart)},${String(oldLines)} ${String(newStart)},${String(newLines)} ${[...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join(" ")}`,
  );
}

const regions: readonly (readonly [what: string, before: string, after: string, told: readonly string[]])[] = [
  ["a line more", "a\nb\n", "a\nx\nb\n", ["1,0 2,1 +x"]],
  ["a line less", "a\nb\nc\n", "a\nc\n", ["2,1 1,0 -b"]],
  ["two regions", "a\nb\nc\nd\n", "A\nb\nc\nD\n", ["1,1 1,1 -a +A", "4,1 4,1 -d +D"]],
  ["one line only", "a\n", "b\n", ["1,1 1,1 -a +b"]],
  ["nothing before", "", "a\nb\n", ["0,0 1,2 +a +b"]],
  ["nothing after", "a\nb\n", "", ["1,2 0,0 -a -b"]],
  ["no newline at the end", "a\nb", "a\nc", ["2,1 2,1 -b +c"]],
  ["a newline at the end", "a", "a\n", ["1,1 1,1 -a +a"]],
  ["no newline any more", "a\nb\n", "a\nb", ["2,1 2,1 -b +b"]],
  ["one line without an end", "", "a", ["0,0 1,1 +a"]],
  ["CRLF kept", "a\r\nb\r\n", "a\r\nc\r\n", ["2,1 2,1 -b +c"]],
  ["CRLF made", "a\nb\n", "a\r\nb\n", ["1,1 1,1 -a +a"]],
  ["a carriage return inside", "a\rb\nc\n", "a\rB\nc\n", ["1,1 1,1 -a\rb +a\rB"]],
  ["Latin-1", "caf\xe9\nb\n", "caf\xe9\nna\xefve\n", ["2,1 2,1 -b +na\uFFFDve"]],
  ["UTF-8", "a\n", "\xc3\xa9\n", ["1,1 1,1 -a +é"]],
  [
    "lines like those of a patch",
    "a\n",
    "a\ndiff --git a/x b/x\n@@ -1 +1 @@\nBinary files a and b differ\n\\ No newline at end of file\n--- a\n",
    ["1,0 2,5 +diff --git a/x b/x +@@ -1 +1 @@ +Binary files a and b differ +\\ No newline at end of file +--- a"],
  ],
  ["lines that begin as marks do", "-a\n+b\n\\c\n", "+b\n\\d\n", ["1,1 0,0 --a", "3,1 2,1 -\\c +\\d"]],
];

it("regions are told with their lines", async () => {
  const tree = (side: 1 | 2): WholeTree => Object.fromEntries(regions.map((one) => [one[0], one[side]]));
  const changes = await changesOf(tree(1), tree(2));
  expect(regions.map(([what]) => [what, shown(changes.get(what))])).toEqual(
    regions.map(([what, , , told]) => [what, told]),
  );
});

it("files that are new, gone, renamed, links or binary are told as such, also by the most hostile names", async () => {
  const body = "one\ntwo\nthree\nfour\nfive\nsix\n";
  const hostile = `-a b\n\t"\\'\xff\ndiff --git a/x b/x`;
  const before = { gone: "x\n", [hostile]: body, bin: "\0\n", link: "l\n", "a/é": "1\n", stays: "s" };
  const { gitDir } = makeRepository({});
  const git = wireGit();
  const [from = "", to = ""] = commitMany(gitDir, [
    before,
    {
      "new\nfile": "n\n",
      [`${hostile}/z`]: body.replace("two", "2"),
      bin: "\0\0\n",
      link: "l\n",
      "a/é": "2\n",
      stays: "s",
    },
  ]);
  const changes = await readLineChanges(git, gitDir, { from, to });
  expect([...changes.keys()].toSorted()).toEqual([hostile, "a/é", "bin", "gone", "new\nfile"].toSorted());
  expect(changes.get(hostile)).toMatchObject({
    from: hostile,
    to: `${hostile}/z`,
    hunks: [{ oldStart: 2, removed: ["two"], added: ["2"] }],
  });
  expect(changes.get("gone")).toMatchObject({ from: "gone", to: null, hunks: [{ oldLines: 1, newLines: 0 }] });
  expect(changes.get("new\nfile")).toMatchObject({
    from: null,
    to: "new\nfile",
    hunks: [{ newStart: 1, added: ["n"] }],
  });
  expect(changes.get("bin")).toEqual({ from: "bin", to: "bin", hunks: [], unread: "binary" });
});

it("a file that became a link is one region; one whose mode changed has none", async () => {
  const repository = makeRepository({ a: "1\n2\n", b: "b\n", z: "z\n" });
  const from = repository.head();
  const to = repository.commit({ a: { link: "b" }, b: { program: "b\n" }, z: "zz\n" });
  const changes = await readLineChanges(wireGit(), repository.gitDir, { from, to });
  expect([...changes].map(([path, change]) => [path, shown(change)])).toEqual([
    ["a", ["1,2 1,1 -1 -2 +b"]],
    ["b", []],
    ["z", ["1,1 1,1 -z +zz"]],
  ]);
});

it("nothing differs between a tree and itself", async () => {
  expect(await changesOf({ a: "a\n" }, { a: "a\n" })).toEqual(new Map());
});

it("the repository's own configuration of diffs does not count", async () => {
  const repository = makeRepository({ a: "1\n2\n3\n4\n5\n", b: "b\n" });
  const from = repository.head();
  const to = repository.commit({ a: "1\nx\n3\ny\n5\n" });
  for (const [key, value] of [
    ["diff.context", "9"],
    ["diff.interHunkContext", "9"],
    ["diff.noprefix", "true"],
    ["diff.external", "false"],
    ["diff.renames", "copies"],
    ["color.diff", "always"],
  ] as const)
    repository.git("config", key, value);
  const changes = await readLineChanges(wireGit(), repository.gitDir, { from, to });
  expect(shown(changes.get("a"))).toEqual(["2,1 2,1 -2 +x", "4,1 4,1 -4 +y"]);
});

it("where there is too much, files are said to be unread, not unchanged", async () => {
  const long = (mark: string): string => `${mark}\n`.repeat(2_000);
  const changes = await changesOf({ a: "1\n", b: long("x"), c: "1\n" }, { a: "2\n", b: long("y"), c: "2\n" }, 4_000);
  expect(shown(changes.get("a"))).toEqual(["1,1 1,1 -1 +2"]);
  for (const path of ["b", "c"])
    expect(changes.get(path)).toEqual({ from: path, to: path, hunks: [], unread: "too-large" });
  await expect(changesOf({ a: "1\n", b: "1\n" }, { a: "2\n", b: "2\n" }, 60)).rejects.toMatchObject({
    code: "git.failed",
  });
});

it("the regions turn one file into the other, for any line ends and lines", async () => {
  const line = fc.constantFrom("a\n", "b\n", "\n", "c\r\n", "\\x\n", "-\n", "+\n", "@@ -1 +1 @@\n", "\xe9\n");
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom("", "a", "\r"))
    .map(([lines, end]) => lines.join("") + end);
  const pairs = fc.sample(fc.tuple(text, text), { numRuns: times(100, 400), seed: 7 });
  const tree = (side: 0 | 1): WholeTree => Object.fromEntries(pairs.map((pair, index) => [String(index), pair[side]]));
  const changes = await changesOf(tree(0), tree(1));
  for (const [index, [before, after]] of pairs.entries()) {
    const change = changes.get(String(index));
    expect(change === undefined).toBe(before === after);
    if (change !== undefined) expect(applied(linesIn(before), change)).toEqual(linesIn(after));
  }
});

function linesIn(text: string): readonly string[] {
  const parts = text.split("\n").map((part) => Buffer.from(part.replace(/\r$/, ""), "latin1").toString("utf8"));
  return text.endsWith("\n") || text === "" ? parts.slice(0, -1) : parts;
}

function applied(lines: readonly string[], { hunks }: FileChange): readonly string[] {
  const made: string[] = [];
  let at = 0;
  for (const { oldStart, oldLines, newStart, newLines, removed, added } of hunks) {
    made.push(...lines.slice(at, oldLines === 0 ? oldStart : oldStart - 1));
    at = oldLines === 0 ? oldStart : oldStart - 1;
    expect(removed).toEqual(lines.slice(at, at + oldLines));
    expect([made.length, added.length]).toEqual([newLines === 0 ? newStart : newStart - 1, newLines]);
    made.push(...added);
    at += oldLines;
  }
  return [...made, ...lines.slice(at)];
}

it("names come as tools print them; two that look the same there have no known lines", () => {
  const change = (name: string): [string, FileChange] => [name, { from: name, to: name, hunks: [] }];
  expect([
    ...byText(
      new Map([change("caf\xc3\xa9"), change("\xe9"), change("\xe8"), ["new", { from: null, to: "new", hunks: [] }]]),
    ),
  ]).toEqual([
    ["café", { from: "café", to: "café", hunks: [] }],
    ["\uFFFD", { from: "\uFFFD", to: "\uFFFD", hunks: [], unread: "same-name" }],
    ["new", { from: null, to: "new", hunks: [] }],
  ]);
});
