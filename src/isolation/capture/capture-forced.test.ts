import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { makePipes, tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { oneOf } from "../../../test/kit/long.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, treeOf, wire } from "../../../test/kit/wire.ts";
import type { Context } from "../context.ts";
import type { CaptureProof } from "./capture.ts";

const base = { "a.txt": "a\n", ".gitignore": "*.ign\ncache/\n" };
const asBase = { "a.txt": "100644 a\n", ".gitignore": `100644 ${base[".gitignore"]}` };

const leftOut = (proof: CaptureProof) => Object.fromEntries(proof.leftOut.map((item) => [item.path, item.reason]));
const force = (folder: string, ...paths: readonly string[]): void => void gitIn(folder, ["add", "-f", "--", ...paths]);
const commit = (folder: string): void => void gitIn(folder, ["commit", "-q", "-m", "by the agent"]);
const indexOf = (folder: string): string => join(gitIn(folder, ["rev-parse", "--absolute-git-dir"]), "index");

/** Puts a name into the agent's index that no git would add: one of the same length is overwritten. */
function forge(folder: string, honest: string, forged: string): void {
  writeFiles(folder, { [honest]: "x\n" });
  force(folder, honest);
  rmSync(join(folder, honest));
  const bytes = readFileSync(indexOf(folder));
  bytes.write(forged, bytes.indexOf(honest), "latin1");
  // git takes a checksum of zeros for none.
  bytes.fill(0, bytes.length - 20);
  writeFileSync(indexOf(folder), bytes);
}

// Both are captured by the same code: the second one in the long form.
describe.each(oneOf(2, ["clone", "worktree"] as const))("in mode %s", (mode) => {
  let wired: Wired;
  beforeAll(async () => {
    wired = await wire(makeRepository(base));
  });
  const after = async (
    sheet: string,
    deed: (folder: string, context: Context) => void,
  ): Promise<{ proof: CaptureProof; tree: object }> => {
    const context = await wired.create(sheet, { level: mode });
    deed(context.path, context);
    const proof = await wired.capture(sheet, context);
    return { proof, tree: Object.fromEntries(treeOf(wired, proof.commit)) };
  };

  describe("an ignored file that the agent tracks is part of the result:", () => {
    it.each<[string, (folder: string) => void, string]>([
      ["staged only", (folder) => force(folder, "keep.ign"), "one\n"],
      ["announced only", (folder) => void gitIn(folder, ["add", "-f", "-N", "keep.ign"]), "one\n"],
      [
        "committed and unchanged",
        (folder) => {
          force(folder, "keep.ign");
          commit(folder);
        },
        "one\n",
      ],
      [
        "committed and changed again",
        (folder) => {
          force(folder, "keep.ign");
          commit(folder);
          writeFiles(folder, { "keep.ign": "two\n" });
        },
        "two\n",
      ],
      [
        "committed and no longer in the index",
        (folder) => {
          force(folder, "keep.ign");
          commit(folder);
          gitIn(folder, ["rm", "-q", "--cached", "keep.ign"]);
        },
        "one\n",
      ],
      [
        "committed on a branch of its own",
        (folder) => {
          gitIn(folder, ["checkout", "-q", "-b", `forced-${mode}`]);
          force(folder, "keep.ign");
          commit(folder);
          rmSync(indexOf(folder));
        },
        "one\n",
      ],
    ])("%s", async (how, deed, content) => {
      const { proof, tree } = await after(how, (folder) => {
        writeFiles(folder, { "keep.ign": "one\n", "waste.ign": "waste" });
        deed(folder);
      });
      expect(tree).toEqual({ ...asBase, "keep.ign": `100644 ${content}` });
      expect(leftOut(proof)).toEqual({ "waste.ign": "ignored" });
      expect(proof.changed).toBe(true);
    });

    it("with its mode, as a link, and by a name of any bytes", async () => {
      const { proof, tree } = await after("kinds", (folder) => {
        writeFiles(folder, { "run.ign": "#!/bin/sh\n", "\u00e9 \n.ign": "odd\n" });
        chmodSync(join(folder, "run.ign"), 0o755);
        symlinkSync("/nowhere", join(folder, "link.ign"));
        force(folder, ".");
      });
      const odd = Buffer.from("\u00e9 \n.ign").toString("latin1");
      expect(tree).toEqual({
        ...asBase,
        "run.ign": "100755 #!/bin/sh\n",
        "link.ign": "120000 /nowhere",
        [odd]: "100644 odd\n",
      });
      expect(proof.leftOut).toEqual([]);
    });

    it("without what else lies in its ignored folder", async () => {
      const { proof, tree } = await after("folder", (folder) => {
        writeFiles(folder, {
          "cache/deep/keep.txt": "keep\n",
          "cache/deep/waste.txt": "waste",
          "cache/more/waste.txt": "waste",
        });
        force(folder, "cache/deep/keep.txt");
        commit(folder);
      });
      expect(tree).toEqual({ ...asBase, "cache/deep/keep.txt": "100644 keep\n" });
      expect(leftOut(proof)).toEqual({ "cache/": "ignored" });
    });

    it("and its ignored folder is not told if it holds nothing else", async () => {
      const { proof, tree } = await after("whole folder", (folder) => {
        writeFiles(folder, { "cache/deep/keep.txt": "keep\n" });
        force(folder, "cache");
      });
      expect(tree).toEqual({ ...asBase, "cache/deep/keep.txt": "100644 keep\n" });
      expect(proof.leftOut).toEqual([]);
    });

    it("and an attempt that goes on from it keeps it, though its own repository does not know it", async () => {
      const { proof } = await after("first", (folder) => {
        writeFiles(folder, { "keep.ign": "one\n" });
        force(folder, "keep.ign");
      });
      const going = await wired.create("second", { level: mode, continueFrom: proof.commit });
      writeFiles(going.path, { "keep.ign": "two\n" });
      expect(treeOf(wired, (await wired.capture("second", going)).commit).get("keep.ign")).toBe("100644 two\n");
    });
  });

  it("one that was committed and then deleted is not in the result", async () => {
    const { proof, tree } = await after("deleted", (folder) => {
      writeFiles(folder, { "keep.ign": "one\n", "cache/keep.txt": "one\n", "waste.ign": "waste" });
      force(folder, "keep.ign", "cache/keep.txt");
      commit(folder);
      rmSync(join(folder, "keep.ign"));
      rmSync(join(folder, "cache"), { recursive: true });
    });
    expect(tree).toEqual(asBase);
    expect(leftOut(proof)).toEqual({ "waste.ign": "ignored" });
  });

  it("untracked ignored files are left out, even beside other commits", async () => {
    const { proof, tree } = await after("nobody", (folder) => {
      writeFiles(folder, { "b.txt": "b\n", "waste.ign": "waste", "cache/waste.txt": "waste" });
      gitIn(folder, ["add", "-A"]);
      commit(folder);
    });
    expect(tree).toEqual({ ...asBase, "b.txt": "100644 b\n" });
    expect(leftOut(proof)).toEqual({ "waste.ign": "ignored", "cache/": "ignored" });
  });

  it("one over the size limit is told as that", async () => {
    const { proof } = await after("large", (folder) => {
      writeFiles(folder, { "large.ign": "small\n" });
      force(folder, "large.ign");
      truncateSync(join(folder, "large.ign"), 256 * 1024 * 1024 + 1);
    });
    expect(proof.leftOut).toEqual([{ path: "large.ign", reason: "too large", bytes: 256 * 1024 * 1024 + 1 }]);
  });

  it("a repository in an ignored folder stays out, though the agent's points to it", async () => {
    const { proof, tree } = await after("nested", (folder) => {
      const nested = join(folder, "cache/lib");
      mkdirSync(nested, { recursive: true });
      gitIn(nested, ["init", "-q"]);
      gitIn(nested, ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "--allow-empty", "-m", "inside"]);
      force(folder, "cache/lib");
    });
    expect(tree).toEqual(asBase);
    expect(leftOut(proof)).toEqual({ "cache/": "ignored" });
  });

  it("a file beyond a link is not taken for one of the folder", async () => {
    const { tree } = await after("beyond", (folder) => {
      const outside = tempFolder();
      writeFiles(outside, { "secret.txt": "secret" });
      writeFiles(folder, { "cache/in/secret.txt": "mine" });
      force(folder, "cache/in/secret.txt");
      rmSync(join(folder, "cache/in"), { recursive: true });
      symlinkSync(outside, join(folder, "cache/in"));
    });
    expect(tree).toEqual(asBase);
  });

  it.each([
    ["that lead out of the folder", "cache/xx/xx/near.txt", "cache/../../near.txt"],
    ["that lead to untracked files", "cache/xx/waste.ign", "cache/../waste.ign"],
    ["of a git folder", "cache/xxxx/config", "cache/.git/config"],
    ["that git refuses", "cache/xxxxx/config", "cache/git~1/config"],
  ])("names %s in the agent's index bring nothing in, and cost nothing", async (what, honest, forged) => {
    const { proof, tree } = await after(`names ${what}`, (folder) => {
      writeFiles(folder, {
        "cache/keep.txt": "keep\n",
        "cache/waste.txt": "waste",
        "waste.ign": "waste",
        "a.txt": "edited\n",
        [forged]: "forged",
      });
      force(folder, "cache/keep.txt");
      forge(folder, honest, forged);
    });
    expect(tree).toEqual({ ...asBase, "a.txt": "100644 edited\n", "cache/keep.txt": "100644 keep\n" });
    expect(leftOut(proof)).toEqual({ "cache/": "ignored", "waste.ign": "ignored" });
  });

  it.each<[string, (index: string) => void]>([
    ["garbage", (index) => writeFileSync(index, "garbage")],
    ["cut", (index) => writeFileSync(index, readFileSync(index).subarray(0, 40))],
  ])("an index that is %s costs what only it knew, and is told once", async (what, deed) => {
    const { proof, tree } = await after(`index ${what}`, (folder) => {
      writeFiles(folder, { "b.txt": "b\n", "keep.ign": "keep\n", "staged.ign": "staged\n" });
      force(folder, "keep.ign");
      commit(folder);
      force(folder, "staged.ign");
      deed(indexOf(folder));
    });
    expect(tree).toEqual({ ...asBase, "b.txt": "100644 b\n", "keep.ign": "100644 keep\n" });
    expect(leftOut(proof)).toEqual({ "staged.ign": "ignored", ".git/index": "unreadable history" });
    expect(proof.leftOut).toHaveLength(2);
  });

  it("a pipe in the place of the index is not waited for", async () => {
    const { tree } = await after("pipe", (folder) => {
      writeFiles(folder, { "b.txt": "b\n", "keep.ign": "keep\n" });
      const index = indexOf(folder);
      rmSync(index);
      makePipes(index);
    });
    expect(tree).toEqual({ ...asBase, "b.txt": "100644 b\n" });
  });

  it("a HEAD that names what is not there costs no file that is staged, and is told once", async () => {
    const { proof, tree } = await after("head", (folder) => {
      writeFiles(folder, { "keep.ign": "keep\n" });
      force(folder, "keep.ign");
      writeFileSync(join(indexOf(folder), "../HEAD"), `${"12".repeat(20)}\n`);
    });
    expect(tree).toEqual({ ...asBase, "keep.ign": "100644 keep\n" });
    expect(leftOut(proof)).toEqual({ ".git/": "unreadable history" });
  });
});
