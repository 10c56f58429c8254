import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { parseIndex } from "./index-file.ts";
import { writeIndexTree } from "./index-tree.ts";
import { loosePath } from "./loose-path.ts";

const git = wireGit();

describe.each(["sha1", "sha256"] as const)("an index of a %s repository", (format) => {
  const files = { "a.txt": "a\n", "dir/b.txt": "b\n", "dir/deep/c.txt": "c\n", "dir.txt": "beside\n", "z/y": "y\n" };
  const make = (): ReturnType<typeof makeRepository> & { readonly index: string } => {
    const repository = makeRepository(files, format);
    return { ...repository, index: join(repository.gitDir, "index") };
  };
  const stored = async (repository: ReturnType<typeof make>): Promise<ReturnType<typeof writeIndexTree>> =>
    writeIndexTree(git, { gitDir: repository.gitDir, index: repository.index, format });

  it("gives the tree that git would write, with the trees of changed folders only", async () => {
    const repository = make();
    repository.git("read-tree", "HEAD");
    expect(await stored(repository)).toMatchObject({ tree: repository.git("rev-parse", "HEAD^{tree}"), made: [] });

    const at = (path: string): string => join(repository.path, path);
    writeFileSync(at("dir/deep/c.txt"), "changed\n");
    writeFileSync(at("dir/caf\u00e9 \n.txt"), "new\n");
    chmodSync(at("a.txt"), 0o755);
    symlinkSync("a.txt", at("link"));
    rmSync(at("z/y"));
    mkdirSync(at("new"));
    writeFileSync(at("new/n"), "n\n");
    repository.git("add", "-A");
    const { tree, made, entries } = await stored(repository);

    expect(made).toHaveLength(4);
    expect(made?.every((id) => statSync(loosePath(repository.gitDir, id)).isFile())).toBe(true);
    expect(tree).toBe(repository.git("write-tree"));
    expect(repository.git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(entries?.map(({ mode, blob, path }) => `${mode} ${blob} 0\t${path}`).join("\0")).toBe(
      repository.git("ls-files", "-z", "--stage").replace(/\0$/, ""),
    );
  });

  it("without known trees, or with none at all, gives the same as git", async () => {
    const repository = make();
    rmSync(repository.index);
    repository.git("update-index", "--add", "a.txt", "dir/b.txt", "dir.txt");
    expect((await stored(repository)).tree).toBe(repository.git("write-tree"));
    repository.git("read-tree", "--empty");
    expect((await stored(repository)).tree).toBe(repository.git("write-tree"));
  });

  it.each(["split", "version 4", "damaged", "meant to be added"])("that is %s is left to git", async (kind) => {
    const repository = make();
    writeFileSync(join(repository.path, "later"), "later\n");
    if (kind === "split") repository.git("update-index", "--split-index");
    if (kind === "version 4") repository.git("update-index", "--index-version", "4");
    if (kind === "meant to be added") repository.git("add", "-N", "later");
    const bytes = readFileSync(repository.index);
    if (kind === "damaged") bytes[20] = (bytes[20] ?? 0) ^ 1;
    expect(parseIndex(bytes, format)).toBeUndefined();
    if (kind !== "damaged") expect((await stored(repository)).tree).toBe(repository.git("write-tree"));
  });
});
