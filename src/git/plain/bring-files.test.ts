import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { type Files, makeRepository, shown } from "../../../test/kit/repository.ts";
import { wire } from "../../../test/kit/wire.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../git.ts";
import { populate } from "../index.ts";
import { openObjects } from "../objects/objects.ts";
import { bringFiles } from "./bring-files.ts";

interface Story {
  readonly before: Files;
  readonly remove: readonly string[];
  readonly change: Files;
}

/** Brings files of one commit to the next, and says how often git was started for it. */
async function bring(story: Story, format: "sha1" | "sha256" = "sha1"): Promise<{ folder: string; gits: number }> {
  const repository = makeRepository(story.before, format);
  const { git, store } = await wire(repository);
  const [from, folder] = [repository.head(), join(tempFolder(), "tree")];
  const place = { gitDir: store.gitDir, workTree: folder, index: `${folder}.index` };
  await mkdir(folder);
  await populate(git, place, from);
  for (const path of story.remove) repository.git("rm", "-rq", path);
  const commit: CommitSha = repository.commit(story.change);
  let gits = 0;
  const counting: Git = { ...git, sealed: (call) => ((gits += 1), git.sealed(call)) };
  const objects = openObjects(git, store.gitDir, format);
  await bringFiles(counting, place, { commit, objects });
  await objects.close();
  const ours = { GIT_INDEX_FILE: place.index, GIT_DIR: store.gitDir, GIT_WORK_TREE: folder };
  expect(
    gitIn(folder, ["status", "--porcelain", "--ignored"], ours)
      .replaceAll(/^[AMD] .*$/gm, "")
      .trim(),
  ).toBe("");
  expect(gitIn(folder, ["write-tree"], ours)).toBe(repository.git("rev-parse", "HEAD^{tree}"));
  expect(gitIn(folder, ["diff-files", "--name-only"], ours)).toBe("");
  expect(readFileSync(place.index).length).toBeGreaterThan(0);
  return { folder, gits };
}

describe("an untouched work tree is brought to another commit", () => {
  it.each(["sha1", "sha256"] as const)("without git, as git would (%s)", async (format) => {
    const { folder, gits } = await bring(
      {
        before: {
          "edited.txt": "one\n",
          "gone/deep/file.txt": "g\n",
          "half/gone.txt": "g\n",
          "half/stays.txt": "s\n",
          tool: "t\n",
          link: { link: "tool" },
          "was-file": "f\n",
          "was-folder/a": "a\n",
        },
        remove: ["gone", "half/gone.txt", "was-file", "was-folder"],
        change: {
          "edited.txt": "ONE\n",
          tool: { program: "t\n" },
          link: { link: "half" },
          "new/deep/file.txt": "n\n",
          "was-file/inside": "i\n",
          "was-folder": "now a file\n",
        },
      },
      format,
    );
    expect(gits).toBe(0);
    const names = ["edited.txt", "gone", "half/gone.txt", "half/stays.txt", "tool", "link", "new/deep/file.txt"];
    expect([...names, "was-file/inside", "was-folder"].map((name) => shown(folder, name))).toEqual([
      "file ONE\n",
      "nothing",
      "nothing",
      "file s\n",
      "program t\n",
      "link half",
      "file n\n",
      "file i\n",
      "file now a file\n",
    ]);
  });

  it.each<[string, Files]>([
    ["files are converted", { ".gitattributes": "*.txt text eol=crlf\n" }],
    ["a name is unusual", { "größe.txt": "g\n" }],
    ["much changes", Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`many/${String(at)}`, "x\n"]))],
  ])("by git where %s", async (_, more) => {
    const { gits } = await bring({ before: { "a.txt": "a\n" }, remove: [], change: { "a.txt": "b\n", ...more } });
    expect(gits).toBe(1);
  });
});
