import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type FixEnd, type FixProject, makeFixProject, marksTool, fixerBy } from "../../kit/fix-project.ts";
import { itLong } from "../../kit/long.ts";
import { type Files, shown } from "../../kit/repository.ts";

const everyByte = Buffer.from(Array.from({ length: 512 }, (_, value) => value % 256));
const latin = (text: string): Buffer => Buffer.from(text, "latin1");

/** Each file has its word, by which the agent knows what is its own. */
const found: Files = {
  "makes.txt": "BAD-A w-makes\n",
  "binary.txt": "BAD-A w-binary\n",
  "before/renamed.txt": "one\ntwo\nBAD-A w-renamed\nfour\n",
  "removes.txt": "BAD-A w-removes\n",
  "latin.txt": latin("caf\u00e9 \u00fc\nBAD-A w-latin \u00e9\n"),
  "crlf.txt": "one\r\nBAD-A w-crlf\r\nthree\r\n",
  "mixed.txt": "one\r\nBAD-A w-mixed\nthree\r",
  "bare.txt": "one\nBAD-A w-bare",
  "zero.txt": latin("\0\u00ff\u00fe\nBAD-A w-zero\n\0"),
  "program.txt": "BAD-A w-program\n",
  "link.txt": "BAD-A w-link\n",
  "a/models.py": "BAD-A w-first\n",
  "b/models.py": "BAD-A w-second\n",
  "Case.txt": "BAD-A w-upper\n",
  "case.txt": "BAD-A w-lower\n",
  "with a space.txt": "BAD-A w-space\n",
  "-dash.txt": "BAD-A w-dash\n",
  "--all.txt": "BAD-A w-option\n",
  'it\'s "quoted" $(x) `y` \\z.txt': "BAD-A w-quoted\n",
  "n\u00e4me \u{1f3bc}.txt": "BAD-A w-wide\n",
  "glob[a]*?.txt": "BAD-A w-glob\n",
  "goes.bin": "goes",
};

const acts = {
  "w-makes": 'write(path, fixed(text)); write("made/by hand/new", "no end"); write("made/empty", "")',
  "w-binary":
    'write(path, fixed(text)); write("blob.bin", Buffer.from(Array.from({ length: 512 }, (_, value) => value % 256)))',
  "w-renamed": 'write("after/renamed.txt", fixed(text)); fs.rmSync(path)',
  "w-removes": 'write(path, fixed(text)); fs.rmSync("goes.bin")',
  "w-program": 'write(path, fixed(text), 0o755); write("run it", "#!/bin/sh\\n", 0o755)',
  "w-link":
    'write(path, fixed(text)); fs.symlinkSync("crlf.txt", "points"); fs.symlinkSync("../no where\\n", "dangles")',
};

/** As the agents left it: a program or a link by its mode. */
const left: readonly (readonly [path: string, bytes: string | Buffer, mode?: string])[] = [
  ["makes.txt", "good w-makes\n"],
  ["made/by hand/new", "no end"],
  ["made/empty", ""],
  ["binary.txt", "good w-binary\n"],
  ["blob.bin", everyByte],
  ["after/renamed.txt", "one\ntwo\ngood w-renamed\nfour\n"],
  ["removes.txt", "good w-removes\n"],
  ["latin.txt", latin("caf\u00e9 \u00fc\ngood w-latin \u00e9\n")],
  ["crlf.txt", "one\r\ngood w-crlf\r\nthree\r\n"],
  ["mixed.txt", "one\r\ngood w-mixed\nthree\r"],
  ["bare.txt", "one\ngood w-bare"],
  ["zero.txt", latin("\0\u00ff\u00fe\ngood w-zero\n\0")],
  ["program.txt", "good w-program\n", "100755"],
  ["run it", "#!/bin/sh\n", "100755"],
  ["link.txt", "good w-link\n"],
  ["points", "crlf.txt", "120000"],
  ["dangles", "../no where\n", "120000"],
  ["a/models.py", "good w-first\n"],
  ["b/models.py", "good w-second\n"],
  ["Case.txt", "good w-upper\n"],
  ["case.txt", "good w-lower\n"],
  ["with a space.txt", "good w-space\n"],
  ["-dash.txt", "good w-dash\n"],
  ["--all.txt", "good w-option\n"],
  ['it\'s "quoted" $(x) `y` \\z.txt', "good w-quoted\n"],
  ["n\u00e4me \u{1f3bc}.txt", "good w-wide\n"],
  ["glob[a]*?.txt", "good w-glob\n"],
];

describe("the landed result is byte for byte the agent's result", () => {
  let project: FixProject;
  let end: FixEnd;
  beforeAll(() => {
    project = makeFixProject(found, {
      settings: { tools: { marks: { ...marksTool, files: ["*.txt", "*.py"] } } },
      agent: fixerBy(acts),
    });
    end = project.fix("--parallel", "8");
  });

  it("every file is fixed and committed for itself", () => {
    expect({ code: end.code, said: end.err }).toMatchObject({ code: 0 });
    expect(end.report.total).toMatchObject({ asked: 21, fixed: 21, remaining: 0, introduced: 0 });
    expect(project.landed()).toHaveLength(21);
    expect(end.report.recheck).toMatchObject({ remaining: 0, introduced: 0, failed: [] });
  });

  it.each(left.map(([path, bytes, mode = "100644"]) => ({ path, bytes, mode })))("$path", ({ path, bytes, mode }) => {
    expect(project.bytes(path)).toEqual(Buffer.from(bytes));
    expect(project.git("ls-tree", "-z", "main", "--", `:(literal)${path}`).slice(0, 6)).toBe(mode);
    const kinds: Readonly<Record<string, string>> = { "100644": "file", "100755": "program", "120000": "link" };
    expect(shown(project.repository, path)).toBe(`${kinds[mode] ?? ""} ${Buffer.from(bytes).toString("latin1")}`);
  });

  it("renamed and removed files are gone, and no other file appeared", () => {
    const names = project.git("ls-tree", "-r", "-z", "--name-only", "main").split("\0").filter(Boolean);
    expect(names.toSorted()).toEqual([...left.map(([path]) => path), ".tutti/fix.yaml", "tools/marks.sh"].toSorted());
    expect(project.git("status", "--porcelain")).toBe("");
  });

  it("files with the same stem land as two commits, each of its own file", () => {
    const both = project.landed().filter(({ files }) => files.some((file) => file.endsWith("models.py")));
    expect(both.map(({ subject, files }) => `${subject} | ${files.join()}`).toSorted()).toEqual([
      "fix(a): resolve 1 marks finding in a/models.py | M a/models.py",
      "fix(b): resolve 1 marks finding in b/models.py | M b/models.py",
    ]);
  });

  it("all of it is proven, and no context is left", () => {
    expect(project.verified()).toMatchObject({ code: 0, out: expect.stringContaining("21 proven") as string });
    expect(project.worktrees()).toEqual([]);
  });
});

describe("an encoding that the repository converts", () => {
  itLong("is left to git: what is committed is what git makes of the file, and the checkout stays clean", () => {
    const project = makeFixProject({ ".gitattributes": "*.txt text eol=crlf\n", "one.txt": "one\nBAD-A w-one\n" });
    project.git("checkout", "--quiet", "--force", "main", "--", ".");
    expect(project.fix().code).toBe(0);
    expect(project.bytes("one.txt").toString()).toBe("one\ngood w-one\n");
    expect(readFileSync(join(project.repository, "one.txt"), "utf8")).toBe("one\r\ngood w-one\r\n");
    expect(project.git("status", "--porcelain")).toBe("");
  });
});
