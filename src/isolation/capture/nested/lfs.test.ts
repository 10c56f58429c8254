import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePipes, tempFolder } from "../../../../test/kit/folders.ts";
import { gitIn, wireGit } from "../../../../test/kit/git.ts";
import { type Files, makeRepository, shown, writeFiles } from "../../../../test/kit/repository.ts";
import { loadIndex, populate } from "../../../git/index.ts";
import { writeTree } from "../../../git/history/trees.ts";
import { surveyContext } from "../survey/survey.ts";
import { takeResult } from "../take-result.ts";

const git = wireGit();
const real = "real content\0\n".repeat(100);
const pointer = pointerTo(real);
const attributes = "*.bin filter=lfs diff=lfs merge=lfs -text\n";

function pointerTo(content: string | Uint8Array): string {
  const sha256 = createHash("sha256").update(content).digest("hex");
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${String(content.length)}\n`;
}

/** A folder with a base's files, and what a capture makes of it. */
async function makeFolder(files: Files, how: "checked out" | "in place" = "checked out") {
  const user = makeRepository({ ".gitattributes": attributes, ...files });
  const folder = tempFolder();
  const place = { gitDir: user.gitDir, workTree: join(folder, "files"), index: join(folder, "index") };
  mkdirSync(place.workTree);
  if (how === "checked out") await populate(git, place, user.head());
  else await loadIndex(git, place, user.head());
  const capture = async () => {
    const survey = await surveyContext(git, place);
    const unfiltered = await takeResult(git, place, { survey, scratch: folder });
    const tree = await writeTree(git, place.gitDir, place.index);
    const differences = gitIn(user.path, ["diff-tree", "-r", "--name-status", "HEAD", tree])
      .split("\n")
      .filter(Boolean);
    return { survey, unfiltered, differences, tree };
  };
  return { user, place, folder: place.workTree, capture };
}

describe("files under LFS", () => {
  it("are pointers in a context, and untouched or rewritten ones are no change", async () => {
    const { folder, capture } = await makeFolder({ "a.bin": pointer, "b.bin": pointer });
    expect(shown(folder, "a.bin")).toBe(`file ${pointer}`);
    utimesSync(join(folder, "a.bin"), 1, 1);
    writeFiles(folder, { "b.bin": pointer });
    expect(await capture()).toMatchObject({ differences: [], unfiltered: [], survey: { changed: [], leftOut: [] } });
  });

  it("that an agent fetched stay pointers, and only a new mode is a change", async () => {
    const { folder, capture, user } = await makeFolder({ "a.bin": pointer, "tool.bin": pointer });
    writeFiles(folder, { "a.bin": real, "tool.bin": { program: real } });
    const { differences, unfiltered, survey, tree } = await capture();
    expect([differences, unfiltered, survey.leftOut]).toEqual([["M\ttool.bin"], [], []]);
    expect(user.git("ls-tree", tree, "tool.bin")).toMatch(/^100755 blob /);
    expect(user.git("cat-file", "blob", `${tree}:tool.bin`)).toBe(pointer.trimEnd());
  });

  it("that an agent gave other content are stored as they are, and listed", async () => {
    const { folder, capture, user } = await makeFolder({ "a.bin": pointer, "b.bin": pointer, "plain.txt": "x\n" });
    writeFiles(folder, {
      "a.bin": real.replace("real", "fake"),
      "b.bin": "short",
      "new.bin": real,
      "plain.txt": "y\n",
    });
    const { differences, unfiltered, tree } = await capture();
    expect(differences).toEqual(["M\ta.bin", "M\tb.bin", "A\tnew.bin", "M\tplain.txt"]);
    expect([...unfiltered].toSorted()).toEqual(["a.bin", "b.bin", "new.bin"]);
    expect(user.git("cat-file", "blob", `${tree}:b.bin`)).toBe("short");
  });

  it("with a pipe, a link or nothing in their place are not taken for fetched", async () => {
    const { folder, capture } = await makeFolder({
      "a.bin": pointer,
      "b.bin": pointer,
      "c.bin": pointer,
      target: real,
    });
    for (const name of ["a.bin", "b.bin", "c.bin"]) rmSync(join(folder, name));
    makePipes(join(folder, "a.bin"));
    symlinkSync("target", join(folder, "b.bin"));
    expect((await capture()).differences).toEqual(["T\tb.bin", "D\tc.bin"]);
  });

  it("are fetched by their content, not by what the pointer's other lines say, and a text that only looks like one is none", async () => {
    const long = pointer.replace("oid", "ext-0-foo sha256:00\noid");
    const { folder, capture } = await makeFolder({
      "long.bin": long,
      "cut.bin": pointer.slice(0, -1),
      "raw.bin": "committed as it is\n",
    });
    writeFiles(folder, { "long.bin": real, "cut.bin": real, "raw.bin": real });
    expect((await capture()).differences).toEqual(["M\tcut.bin", "M\traw.bin"]);
  });

  it("over the size limit are nothing left out when they only were fetched", async () => {
    const size = 256 * 1024 * 1024 + 1;
    const { folder, capture } = await makeFolder({ "big.bin": pointerTo(Buffer.alloc(size)), "other.bin": pointer });
    for (const name of ["big.bin", "other.bin"]) {
      writeFileSync(join(folder, name), "");
      truncateSync(join(folder, name), size);
    }
    const { survey, differences } = await capture();
    expect([survey.leftOut.map((item) => `${item.path}: ${item.reason}`), differences]).toEqual([
      ["other.bin: too large"],
      [],
    ]);
  });

  it("in a folder of the user's, where they are smudged, are no change either", async () => {
    const { folder, capture } = await makeFolder({ "a.bin": pointer, "b.txt": "b\n" }, "in place");
    writeFiles(folder, { ".gitattributes": attributes, "a.bin": real, "b.txt": "b\n" });
    chmodSync(join(folder, "a.bin"), 0o600);
    expect(await capture()).toMatchObject({ differences: [], unfiltered: [] });
  });
});
