import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { oneOf } from "../../../test/kit/long.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, treeOf, wire } from "../../../test/kit/wire.ts";

const lines = Array.from({ length: 40 }, (_, place) => `line ${place}\n`).join("");
const base = {
  "a.txt": "a\n",
  "long.txt": lines,
  "bin.dat": Buffer.from([0, 1, 2, 0, 255]),
  "run.sh": { program: "#!/bin/sh\n" },
  link: { link: "a.txt" },
  "dir/b.txt": "b\n",
  "dir/sub/c.txt": "c\n",
  "other/b.txt": "other b\n",
  ".gitignore": "*.log\nbuild/\n",
  "kept.log": "tracked although ignored\n",
  "build/tracked.txt": "tracked in an ignored folder\n",
};

interface Case {
  readonly does: string;
  readonly deed: (folder: string) => void;
  /** Entries of the captured tree that differ from the base; `null`: deleted. */
  readonly becomes: Readonly<Record<string, string | null>>;
  readonly leaves?: Readonly<Record<string, string>>;
}

const git = (folder: string, ...args: readonly string[]) => gitIn(folder, args);
const at = (folder: string, name: string, ...content: (string | Uint8Array)[]) => {
  for (const part of content) writeFiles(folder, { [name]: part });
};

const cases: readonly Case[] = [
  { does: "changes nothing", deed: () => {}, becomes: {} },
  { does: "changes a file", deed: (folder) => at(folder, "a.txt", "A\n"), becomes: { "a.txt": "100644 A\n" } },
  {
    does: "changes a file to one of the same size",
    deed: (folder) => writeFileSync(join(folder, "a.txt"), "b\n"),
    becomes: { "a.txt": "100644 b\n" },
  },
  {
    does: "changes a file and puts its times back",
    deed: (folder) => {
      writeFileSync(join(folder, "a.txt"), "b\n");
      utimesSync(join(folder, "a.txt"), 1_600_000_000, 1_600_000_000);
    },
    becomes: { "a.txt": "100644 b\n" },
  },
  {
    does: "touches files only",
    deed: (folder) => utimesSync(join(folder, "a.txt"), 1_600_000_000, 1_600_000_000),
    becomes: {},
  },
  { does: "writes a file anew with the same bytes", deed: (folder) => at(folder, "long.txt", lines), becomes: {} },
  { does: "deletes a file", deed: (folder) => unlinkSync(join(folder, "a.txt")), becomes: { "a.txt": null } },
  {
    does: "deletes everything",
    deed: (folder) =>
      readdirSync(folder)
        .filter((name) => name !== ".git")
        .forEach((name) => rmSync(join(folder, name), { recursive: true })),
    becomes: Object.fromEntries(Object.keys(base).map((path) => [path, null])),
  },
  {
    does: "renames a file",
    deed: (folder) => renameSync(join(folder, "long.txt"), join(folder, "moved.txt")),
    becomes: { "long.txt": null, "moved.txt": `100644 ${lines}` },
  },
  {
    does: "renames a file and edits it",
    deed: (folder) => {
      renameSync(join(folder, "long.txt"), join(folder, "dir/moved.txt"));
      writeFileSync(join(folder, "dir/moved.txt"), `${lines}end\n`);
    },
    becomes: { "long.txt": null, "dir/moved.txt": `100644 ${lines}end\n` },
  },
  { does: "adds a file", deed: (folder) => at(folder, "new.txt", "new\n"), becomes: { "new.txt": "100644 new\n" } },
  {
    does: "adds a file in new folders",
    deed: (folder) => at(folder, "x/y/z/new.txt", "new\n"),
    becomes: { "x/y/z/new.txt": "100644 new\n" },
  },
  {
    does: "adds a binary file",
    deed: (folder) => at(folder, "new.bin", Buffer.from([0, 10, 13, 10, 0])),
    becomes: { "new.bin": "100644 \0\n\r\n\0" },
  },
  {
    does: "changes a binary file",
    deed: (folder) => at(folder, "bin.dat", Buffer.from([0, 255, 254])),
    becomes: { "bin.dat": "100644 \0\xff\xfe" },
  },
  { does: "adds an empty file", deed: (folder) => at(folder, "empty", ""), becomes: { empty: "100644 " } },
  { does: "empties a file", deed: (folder) => at(folder, "a.txt", ""), becomes: { "a.txt": "100644 " } },
  {
    does: "adds an empty folder",
    deed: (folder) => mkdirSync(join(folder, "void/deep"), { recursive: true }),
    becomes: {},
  },
  {
    does: "writes a file without a newline at its end",
    deed: (folder) => at(folder, "a.txt", "no newline"),
    becomes: { "a.txt": "100644 no newline" },
  },
  {
    does: "makes a file a program",
    deed: (folder) => chmodSync(join(folder, "a.txt"), 0o755),
    becomes: { "a.txt": "100755 a\n" },
  },
  {
    does: "makes a program a file",
    deed: (folder) => chmodSync(join(folder, "run.sh"), 0o644),
    becomes: { "run.sh": "100644 #!/bin/sh\n" },
  },
  {
    does: "adds a program",
    deed: (folder) => writeFiles(folder, { new: { program: "x" } }),
    becomes: { new: "100755 x" },
  },
  {
    does: "points a link elsewhere",
    deed: (folder) => writeFiles(folder, { link: { link: "dir/b.txt" } }),
    becomes: { link: "120000 dir/b.txt" },
  },
  {
    does: "adds a link that leads out",
    deed: (folder) => symlinkSync("/etc/passwd", join(folder, "out")),
    becomes: { out: "120000 /etc/passwd" },
  },
  {
    does: "adds a link to nothing",
    deed: (folder) => symlinkSync("nowhere", join(folder, "dangling")),
    becomes: { dangling: "120000 nowhere" },
  },
  {
    does: "puts a link in a file's place",
    deed: (folder) => writeFiles(folder, { "a.txt": { link: "long.txt" } }),
    becomes: { "a.txt": "120000 long.txt" },
  },
  {
    does: "puts a file in a link's place",
    deed: (folder) => at(folder, "link", "plain\n"),
    becomes: { link: "100644 plain\n" },
  },
  {
    does: "puts a folder in a file's place",
    deed: (folder) => {
      unlinkSync(join(folder, "a.txt"));
      at(folder, "a.txt/inside", "x");
    },
    becomes: { "a.txt": null, "a.txt/inside": "100644 x" },
  },
  {
    does: "puts an empty folder in a file's place",
    deed: (folder) => {
      unlinkSync(join(folder, "a.txt"));
      mkdirSync(join(folder, "a.txt"));
    },
    becomes: { "a.txt": null },
  },
  {
    does: "puts a file in a folder's place",
    deed: (folder) => at(folder, "dir", "flat\n"),
    becomes: { "dir/b.txt": null, "dir/sub/c.txt": null, dir: "100644 flat\n" },
  },
  {
    does: "puts a link to a folder with other files of the same names in a folder's place",
    deed: (folder) => writeFiles(folder, { dir: { link: "other" } }),
    becomes: { "dir/b.txt": null, "dir/sub/c.txt": null, dir: "120000 other" },
  },
  {
    does: "moves a folder and leaves a link to it behind",
    deed: (folder) => {
      renameSync(join(folder, "dir"), join(folder, "moved"));
      symlinkSync("moved", join(folder, "dir"));
    },
    becomes: {
      "dir/b.txt": null,
      "dir/sub/c.txt": null,
      dir: "120000 moved",
      "moved/b.txt": "100644 b\n",
      "moved/sub/c.txt": "100644 c\n",
    },
  },
  {
    does: "edits a tracked file that is ignored",
    deed: (folder) => at(folder, "kept.log", "edited\n"),
    becomes: { "kept.log": "100644 edited\n" },
  },
  {
    does: "edits a tracked file in an ignored folder",
    deed: (folder) => at(folder, "build/tracked.txt", "edited\n"),
    becomes: { "build/tracked.txt": "100644 edited\n" },
  },
  {
    does: "adds ignored files",
    deed: (folder) =>
      writeFiles(folder, {
        "new.log": "x",
        "dir/deep.log": "x",
        "build/out.o": "x",
        "fresh/only.log": "x",
        "fresh/kept.txt": "y",
      }),
    becomes: { "fresh/kept.txt": "100644 y" },
    leaves: { "new.log": "ignored", "dir/deep.log": "ignored", "build/out.o": "ignored", "fresh/only.log": "ignored" },
  },
  {
    does: "stages a file and edits it again",
    deed: (folder) => {
      at(folder, "a.txt", "staged\n");
      git(folder, "add", "a.txt");
      at(folder, "a.txt", "edited\n");
    },
    becomes: { "a.txt": "100644 edited\n" },
  },
  {
    does: "stages a new file and deletes it",
    deed: (folder) => {
      at(folder, "new.txt", "new\n");
      git(folder, "add", "new.txt");
      unlinkSync(join(folder, "new.txt"));
    },
    becomes: {},
  },
  {
    does: "takes a file out of its index only",
    deed: (folder) => git(folder, "rm", "-q", "--cached", "a.txt"),
    becomes: {},
  },
  {
    does: "hides edits by marks in its own index",
    deed: (folder) => {
      git(folder, "update-index", "--skip-worktree", "a.txt");
      git(folder, "update-index", "--assume-unchanged", "long.txt");
      writeFiles(folder, { "a.txt": "hidden\n", "long.txt": "hidden too\n" });
    },
    becomes: { "a.txt": "100644 hidden\n", "long.txt": "100644 hidden too\n" },
  },
  {
    does: "switches to another branch",
    deed: (folder) => {
      git(folder, "checkout", "-q", "-b", "own");
      at(folder, "a.txt", "A\n");
    },
    becomes: { "a.txt": "100644 A\n" },
  },
  {
    does: "leaves a lock on its index",
    deed: (folder) => {
      writeFileSync(join(git(folder, "rev-parse", "--absolute-git-dir"), "index.lock"), "");
      at(folder, "a.txt", "A\n");
    },
    becomes: { "a.txt": "100644 A\n" },
  },
];

describe.each(oneOf(2, ["clone", "worktree"] as const))("a capture in mode %s, when the agent", (mode) => {
  let wired: Wired;
  beforeAll(async () => {
    wired = await wire(makeRepository(base));
  });

  it.concurrent.for(cases)(
    "$does, holds exactly what lies there",
    async ({ does, deed, becomes, leaves = {} }, { expect }) => {
      const context = await wired.create(does, { level: mode });
      deed(context.path);
      const proof = await wired.capture(does, context);
      const expected = new Map(treeOf(wired, context.base));
      for (const [path, content] of Object.entries(becomes)) {
        if (content === null) expected.delete(path);
        else expected.set(path, content);
      }
      expect(Object.fromEntries(treeOf(wired, proof.commit))).toEqual(Object.fromEntries(expected));
      expect(Object.fromEntries(proof.leftOut.map((item) => [item.path, item.reason]))).toEqual(leaves);
      expect(proof.changed).toBe(Object.keys(becomes).length > 0);
      expect(wired.look("rev-parse", `${proof.ref}^{commit}`, `${proof.commit}^`)).toBe(
        `${proof.commit}\n${context.base}`,
      );
      expect((await wired.capture(does, context)).commit).toBe(proof.commit);
    },
  );

  it("goes on, after another edit, from what it held before", async () => {
    const context = await wired.create("two captures", { level: mode });
    writeFiles(context.path, { "new.txt": "one\n", "a.txt": "one\n" });
    const first = await wired.capture("two captures", context);
    writeFiles(context.path, { "new.txt": "two\n", "a.txt": "a\n" });
    const second = await wired.capture("two captures", context);
    expect(treeOf(wired, second.commit).get("new.txt")).toBe("100644 two\n");
    expect(treeOf(wired, second.commit).get("a.txt")).toBe("100644 a\n");
    expect(wired.look("rev-parse", second.ref)).not.toBe(first.commit);
    expect(readFileSync(join(context.path, "new.txt"), "utf8")).toBe("two\n");
  });
});
