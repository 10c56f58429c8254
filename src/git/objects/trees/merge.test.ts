import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { execFileSync } from "node:child_process";
import { hermetic, wireGit } from "../../../../test/kit/git.ts";
import { makeRepository } from "../../../../test/kit/repository.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../../base/ids.ts";
import { abortedCode, requireOk } from "../../git.ts";
import { mergeTrees, type Sides } from "./merge.ts";
import { type Objects, openObjects } from "../objects.ts";
import { times } from "../../../../test/kit/long.ts";

const git = wireGit();

/** Files by path, each as `mode text`. */
type Files = Readonly<Record<string, string>>;

const words = (seed: string, lines = 12): string =>
  Array.from({ length: lines }, (_, place) => `${seed} line ${place}\n`).join("");

function writeFiles(objects: Objects, files: Files): TreeSha {
  const folders = new Map<string, Files>();
  const entries = Object.entries(files).flatMap(([path, file]) => {
    const [name = "", ...rest] = path.split("/");
    if (rest.length > 0) folders.set(name, { ...folders.get(name), [rest.join("/")]: file });
    return rest.length > 0
      ? []
      : [
          {
            name,
            mode: file.slice(0, 6),
            id: file.startsWith("16") ? "1".repeat(40) : objects.writeBlob(Buffer.from(file.slice(7))),
          },
        ];
  });
  return objects.writeTree([
    ...entries,
    ...[...folders].map(([name, inside]) => ({ name, mode: "40000", id: writeFiles(objects, inside) })),
  ]);
}

/** git's results of many merges, in one process: the tree, or nothing where it finds a conflict. */
async function askGit(objects: Objects, merges: readonly Sides<TreeSha>[]): Promise<readonly (string | undefined)[]> {
  const commit = (tree: TreeSha, parents: CommitSha[], message: string): CommitSha =>
    objects.writeCommit({ tree, parents, message, by: { name: "Ada", email: "a@b" }, at: 0 as EpochMs });
  const lines = merges.map(({ base, ours, theirs }) => {
    const below = commit(base, [], "base");
    return `${commit(ours, [below], "ours")} ${commit(theirs, [below], "theirs")}\n`;
  });
  await objects.flush();
  return printedTrees(objects.gitDir, lines);
}

async function printedTrees(gitDir: string, lines: readonly string[]): Promise<readonly (string | undefined)[]> {
  const args = ["merge-tree", "--write-tree", "--stdin", "--name-only", "--no-messages", "-z"];
  const exit = await git.sealed({ gitDir, args, stdin: lines.join("") });
  // Folders moved into each other make git 2.39 give up at a check of its own: a merge that it does not give either.
  if (exit.code === abortedCode && lines.length === 1) return [undefined];
  const half = Math.ceil(lines.length / 2);
  if (exit.code === abortedCode)
    return [...(await printedTrees(gitDir, lines.slice(0, half))), ...(await printedTrees(gitDir, lines.slice(half)))];
  const printed = requireOk(exit, "merging").toString("latin1").split("\0");
  const answers: (string | undefined)[] = [];
  for (let at = 0; at + 1 < printed.length; at = printed.indexOf("", at) + 1)
    answers.push(printed[at] === "1" ? printed[at + 1] : undefined);
  return answers;
}

async function mergeAll(
  cases: readonly Sides<Files>[],
): Promise<readonly { sides: Sides<Files>; mine: string | undefined; gits: string | undefined }[]> {
  const objects = openObjects(git, makeRepository().gitDir, "sha1");
  const merges = cases.map(({ base, ours, theirs }) => ({
    base: writeFiles(objects, base),
    ours: writeFiles(objects, ours),
    theirs: writeFiles(objects, theirs),
  }));
  const gits = await askGit(objects, merges);
  const mine: (string | undefined)[] = [];
  for (const merge of merges) {
    const merged = await mergeTrees(objects, merge);
    mine.push(merged.kind === "clean" ? merged.tree : undefined);
  }
  await objects.close();
  return cases.map((sides, place) => ({ sides, mine: mine[place], gits: gits[place] }));
}

const file = (text: string): string => `100644 ${text}`;
const folder: Files = { "d/one": file(words("one")), "d/two": file(words("two")), "d/three": file(words("three")) };
const moved: Files = { "e/one": file(words("one")), "e/two": file(words("two")), "e/three": file(words("three")) };
const top: Files = { top: file("top\n") };

describe("a merge by entries alone", () => {
  const clean: readonly (readonly [string, Sides<Files>])[] = [
    [
      "changes of different files",
      {
        base: { ...top, ...folder },
        ours: { ...top, ...folder, "d/one": file("1\n") },
        theirs: { ...top, ...folder, "d/two": file("2\n") },
      },
    ],
    [
      "a mode here and a text there",
      {
        base: folder,
        ours: { ...folder, "d/one": `100755 ${words("one")}` },
        theirs: { ...folder, "d/two": file("2\n") },
      },
    ],
    [
      "new files in one new folder",
      { base: top, ours: { ...top, "n/a": file("a\n") }, theirs: { ...top, "n/b": file("b\n") } },
    ],
    [
      "the same new file",
      { base: top, ours: { ...top, n: file("n\n") }, theirs: { ...top, n: file("n\n"), m: file("m\n") } },
    ],
    [
      "the same change",
      { base: top, ours: { top: file("new\n"), o: file("o\n") }, theirs: { top: file("new\n"), t: file("t\n") } },
    ],
    [
      "a folder that both empty",
      {
        base: { ...top, "d/a": file("a\n"), "d/b": file("b\n") },
        ours: { ...top, "d/a": file("a\n") },
        theirs: { ...top, "d/b": file("b\n") },
      },
    ],
    [
      "nothing left at all",
      { base: { a: file("a\n"), b: file("b\n") }, ours: { a: file("a\n") }, theirs: { b: file("b\n") } },
    ],
    [
      "a file that became a folder",
      {
        base: { ...top, x: file("x\n") },
        ours: { top: file("t\n"), x: file("x\n") },
        theirs: { ...top, "x/y": file("y\n") },
      },
    ],
    [
      "a folder that became a file",
      { base: { ...top, ...folder }, ours: { ...folder, top: file("t\n") }, theirs: { ...top, d: file("d\n") } },
    ],
    ["a submodule", { base: { ...top, s: "160000 " }, ours: { ...top, s: "160000 ", n: file("n\n") }, theirs: top }],
    [
      "most of a folder moved away, and a new file in it",
      {
        base: folder,
        ours: { ...folder, "d/new": file("new\n") },
        theirs: { "d/one": file(words("one")), "e/two": file(words("two")), "e/three": file(words("three")) },
      },
    ],
    [
      "all of a folder moved away but for a new file, and another new file in it",
      { base: folder, ours: { ...folder, "d/new": file("new\n") }, theirs: { ...moved, "d/own": file("own\n") } },
    ],
    [
      "a moved folder that the other side left alone",
      { base: { ...top, ...folder }, ours: { ...folder, top: file("t\n") }, theirs: { ...top, ...moved } },
    ],
  ];
  it.each(clean)("of %s is git's own", async (_, sides) => {
    const [answer] = await mergeAll([sides]);
    expect(answer?.mine).toBeDefined();
    expect(answer?.mine).toBe(answer?.gits);
    const [turned] = await mergeAll([{ base: sides.base, ours: sides.theirs, theirs: sides.ours }]);
    expect(turned?.mine).toBe(answer?.mine);
  });

  const contended: readonly (readonly [string, Sides<Files>, readonly string[]])[] = [
    ["one file changed by both", { base: top, ours: { top: file("o\n") }, theirs: { top: file("t\n") } }, ["top"]],
    [
      "one new file with two texts",
      { base: top, ours: { ...top, n: file("o\n") }, theirs: { ...top, n: file("t\n") } },
      ["n"],
    ],
    [
      "a text here and a mode there",
      { base: top, ours: { top: file("o\n") }, theirs: { top: "100755 top\n" } },
      ["top"],
    ],
    [
      "a file against a folder",
      { base: top, ours: { ...top, n: file("n\n") }, theirs: { ...top, "n/a": file("a\n") } },
      ["n"],
    ],
    [
      "a file that is changed here and renamed there",
      {
        base: folder,
        ours: { ...folder, "d/one": file(words("one", 11)) },
        theirs: { ...folder, "d/one": file("x\n") },
      },
      ["d/one"],
    ],
    [
      "a file that both renamed",
      {
        base: { ...top, o: file(words("o")) },
        ours: { ...top, p: file(words("o")) },
        theirs: { ...top, q: file(words("o")) },
      },
      ["o"],
    ],
    [
      "a file that both deleted",
      { base: { ...folder, ...top }, ours: folder, theirs: { ...folder, "d/new": file("n\n") } },
      ["top"],
    ],
    [
      "one deletion in a folder that both left alike",
      {
        base: { ...top, ...folder },
        ours: { ...top, "d/one": file("1\n") },
        theirs: { "d/one": file("1\n"), top: file("t\n") },
      },
      ["d/three", "d/two"],
    ],
    [
      "a new file in a folder that moved",
      { base: folder, ours: { ...folder, "d/new": file("new\n") }, theirs: moved },
      ["d"],
    ],
    [
      "a file moved into a folder that moved",
      { base: { ...folder, ...top }, ours: { ...folder, "d/top": file("top\n") }, theirs: { ...moved, ...top } },
      ["d"],
    ],
    [
      "a new file in the only folder of one that moved",
      {
        base: { "a/d/one": file(words("one")) },
        ours: { "a/d/one": file(words("one")), "a/new": file("n\n") },
        theirs: { "b/d/one": file(words("one")) },
      },
      ["a"],
    ],
    [
      "a file that became a folder on both sides",
      { base: top, ours: { "top/a": file("a\n") }, theirs: { "top/a": file("a\n") } },
      ["top"],
    ],
  ];
  it.each(contended)("leaves %s to git", async (_, sides, paths) => {
    const objects = openObjects(git, makeRepository().gitDir, "sha1");
    const merge = {
      base: writeFiles(objects, sides.base),
      ours: writeFiles(objects, sides.ours),
      theirs: writeFiles(objects, sides.theirs),
    };
    expect(await mergeTrees(objects, merge)).toEqual({ kind: "contended", paths });
    expect(await mergeTrees(objects, { ...merge, ours: merge.theirs, theirs: merge.ours })).toEqual({
      kind: "contended",
      paths,
    });
    await objects.close();
  });

  it("leaves a folder with modes of old times to git, which reads them as others", async () => {
    const repository = makeRepository({ a: "a\n", b: "b\n" });
    const id = repository.git("rev-parse", "HEAD:a");
    const bytes = Buffer.concat([Buffer.from("100664 a\0"), Buffer.from(id, "hex")]);
    const old = execFileSync("git", ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], {
      cwd: repository.path,
      env: hermetic,
      input: bytes,
    })
      .toString()
      .trim() as TreeSha;
    const objects = openObjects(git, repository.gitDir, "sha1");
    const merge = {
      base: objects.writeTree([]),
      ours: old,
      theirs: objects.writeTree([{ mode: "100644", name: "c", id }]),
    };
    await objects.flush();
    expect(await mergeTrees(objects, merge)).toEqual({ kind: "contended", paths: ["a"] });
    await objects.close();
  });

  it("of any changes of both sides is git's own, wherever it is clean", async () => {
    const cases = fc.sample(anyCase, { numRuns: times(100, 400), seed: 20 });
    const answers = await mergeAll(cases);
    expect(answers.filter(({ mine, gits }) => mine !== undefined && mine !== gits)).toEqual([]);
    const count = (is: (answer: (typeof answers)[number]) => boolean): number => answers.filter(is).length;
    // Enough of each, or nothing was tried.
    expect(count(({ mine }) => mine !== undefined)).toBeGreaterThan(cases.length / 10);
    expect(count(({ mine, gits }) => mine === undefined && gits !== undefined)).toBeGreaterThan(cases.length / 100);
    expect(count(({ gits }) => gits === undefined)).toBeGreaterThan(cases.length / 100);
  });
});

const places = ["", "d/", "e/", "d/in/", "f/"];
const names = ["a", "b", "c", "d", "e"];
const anyFile = fc
  .tuple(
    fc.constantFrom("100644", "100644", "100644", "100755", "120000"),
    fc.constantFrom("one", "two", "three", "four", "five", "six", "seven"),
    fc.constantFrom(10, 12),
  )
  .map(([mode, seed, lines]) => `${mode} ${words(seed, lines)}`);
const anyPath = fc.tuple(fc.constantFrom(...places), fc.constantFrom(...names)).map(([place, name]) => place + name);
const anyFolder = fc.constantFrom("d/", "e/", "d/in/", "f/", "g/", "g/in/");
const which = fc.nat(20);

const anyOp = fc.oneof(
  fc.record({ kind: fc.constant("put" as const), path: anyPath, file: anyFile }),
  fc.record({ kind: fc.constant("edit" as const), which }),
  fc.record({ kind: fc.constant("delete" as const), which }),
  fc.record({ kind: fc.constant("mode" as const), which }),
  fc.record({ kind: fc.constant("rename" as const), which, path: anyPath, isEdited: fc.boolean() }),
  fc.record({
    kind: fc.constant("move" as const),
    from: anyFolder,
    to: fc.oneof(anyFolder, fc.constant("")),
    leave: fc.nat(3),
  }),
);
type Op = typeof anyOp extends fc.Arbitrary<infer T> ? T : never;

const anyCase: fc.Arbitrary<Sides<Files>> = fc
  .tuple(
    fc.array(fc.tuple(anyPath, anyFile), { minLength: 3, maxLength: 9 }),
    fc.array(anyOp, { minLength: 1, maxLength: 4 }),
    fc.array(anyOp, { minLength: 1, maxLength: 4 }),
  )
  .map(([first, ours, theirs]) => {
    const base = first.reduce<Files>((files, [path, content]) => put(files, path, content), {});
    return { base, ours: ours.reduce(apply, base), theirs: theirs.reduce(apply, base) };
  });

/** A file takes the place of a folder of its name, and of files where it needs folders. */
function put(files: Files, path: string, content: string): Files {
  const kept = Object.entries(files).filter(
    ([other]) => !other.startsWith(`${path}/`) && !path.startsWith(`${other}/`),
  );
  return { ...Object.fromEntries(kept), [path]: content };
}

function without(files: Files, path: string): Files {
  return Object.fromEntries(Object.entries(files).filter(([other]) => other !== path));
}

function apply(files: Files, op: Op): Files {
  if (op.kind === "put") return put(files, op.path, op.file);
  if (op.kind === "move") {
    const inside = Object.keys(files).filter((path) => path.startsWith(op.from));
    return inside
      .slice(op.leave > 1 ? 0 : op.leave)
      .reduce((left, path) => put(without(left, path), op.to + path.slice(op.from.length), files[path] ?? ""), files);
  }
  const path = Object.keys(files)[op.which % Math.max(1, Object.keys(files).length)];
  const content = files[path ?? ""];
  if (path === undefined || content === undefined) return files;
  switch (op.kind) {
    case "edit":
      return { ...files, [path]: `${content}more\n` };
    case "delete":
      return without(files, path);
    case "mode":
      return { ...files, [path]: (content.startsWith("100644") ? "100755" : "100644") + content.slice(6) };
    case "rename":
      return put(without(files, path), op.path, op.isEdited ? `${content}moved\n` : content);
  }
}
