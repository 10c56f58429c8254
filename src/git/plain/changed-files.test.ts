import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { wire } from "../../../test/kit/wire.ts";
import { walkTree } from "../../isolation/capture/survey/walk.ts";
import type { Git } from "../git.ts";
import { type PrivateIndex, dropPaths, listChanged, populate, takePaths } from "../index.ts";
import { writeTree } from "../history/trees.ts";
import { listPlainChanged } from "./changed-files.ts";
import { takePlain } from "./take-files.ts";

interface Scene {
  readonly git: Git;
  readonly place: PrivateIndex;
  readonly at: (name: string) => string;
}

const files = { "a.txt": "a\n", "b.txt": "b\n", "deep/c.txt": "c\n", "deep/er/d.txt": "d\n", tool: "t\n", empty: "" };

async function makeScene(more: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const repository = makeRepository({ ...files, ...more });
  const { git, store } = await wire(repository);
  const workTree = join(tempFolder(), "tree");
  mkdirSync(workTree);
  const place = { gitDir: store.gitDir, workTree, index: `${workTree}.index`, format: "sha1" } as const;
  await populate(git, place, repository.head());
  return { git, place, at: (name) => join(workTree, name) };
}

const seen = async ({ place }: Scene): ReturnType<typeof listPlainChanged> =>
  listPlainChanged(place, await walkTree(place.workTree, () => false));

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

type Deed = (at: (name: string) => string) => void;
const replaces =
  (name: string, by: Deed): Deed =>
  (at) => {
    rmSync(at(name), { recursive: true });
    by(at);
  };
const deeds: readonly [what: string, ...deeds: Deed[]][] = [
  ["nothing"],
  ["an edit", (at) => put(at("a.txt"), "changed\n")],
  ["an edit of the same length", (at) => put(at("a.txt"), "b\n")],
  ["the same content again", (at) => put(at("a.txt"), "a\n")],
  ["an edit whose time was set back", (at) => put(at("a.txt"), "x\n"), (at) => utimesSync(at("a.txt"), 1e9, 1e9)],
  ["a program", (at) => chmodSync(at("tool"), 0o755)],
  ["a deletion", (at) => rmSync(at("deep/c.txt"))],
  ["a deleted folder", (at) => rmSync(at("deep"), { recursive: true })],
  ["new files", (at) => put(at("new/one.txt"), "1\n"), (at) => put(at("two"), "")],
  ["a link", (at) => symlinkSync("a.txt", at("link"))],
  ["a file that became a link", replaces("a.txt", (at) => symlinkSync("b.txt", at("a.txt")))],
  ["a file that became a folder", replaces("a.txt", (at) => put(at("a.txt/in"), "i\n"))],
  ["a folder that became a file", replaces("deep", (at) => put(at("deep"), "f\n"))],
  ["a folder moved behind a link", (at) => renameSync(at("deep"), at("away")), (at) => symlinkSync("away", at("deep"))],
  ["a renamed file", (at) => renameSync(at("a.txt"), at("z.txt"))],
  ["a copy in its place", (at) => copyFileSync(at("a.txt"), at("c")), (at) => renameSync(at("c"), at("a.txt"))],
  ["an empty folder", (at) => mkdirSync(at("hollow"))],
];

describe("changes in a work tree are found without git, and recorded, as git would", () => {
  it.each(deeds)("%s", async (_, ...done) => {
    const [ours, theirs] = await Promise.all([makeScene(), makeScene()]);
    for (const { at } of [ours, theirs]) for (const deed of done) deed(at);
    const there = new Set((await walkTree(ours.place.workTree, () => false)).files);
    const isThere = (path: string): boolean => there.has(path);
    const isGone = (path: string): boolean => !there.has(path);
    const [listed, found = []] = [await listChanged(theirs.git, theirs.place), await seen(ours)];
    expect(found.filter(isThere).toSorted()).toEqual(listed.filter(isThere).toSorted());
    // git lists none that it still finds behind a link, and drops them when it takes the link.
    expect(found).toEqual(expect.arrayContaining([...listed]));
    await takePaths(theirs.git, theirs.place, listed.filter(isThere));
    await dropPaths(theirs.git, theirs.place, listed.filter(isGone));
    expect(await takePlain(ours.place, { changed: found.filter(isThere), gone: found.filter(isGone) })).toBe(true);
    const tree = ({ git, place }: Scene): Promise<string> => writeTree(git, place.gitDir, place.index);
    expect(await tree(ours)).toBe(await tree(theirs));
    expect(await seen(ours)).toEqual([]);
  });
});

describe("git is asked", () => {
  it("about new files where rules say what is ignored, and not where there are none", async () => {
    const scene = await makeScene({ ".gitignore": "*.log\n" });
    put(scene.at("a.txt"), "changed\n");
    expect(await seen(scene)).toEqual(["a.txt"]);
    put(scene.at("x.log"), "ignored\n");
    expect(await seen(scene)).toBeUndefined();
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["files are converted", { ".gitattributes": "*.txt text\n" }],
    ["a name is unusual", { "größe.txt": "g\n" }],
  ])("where %s", async (_, more) => {
    const scene = await makeScene(more);
    expect(await seen(scene)).toBeUndefined();
    expect(await takePlain(scene.place, { changed: ["a.txt"], gone: [] })).toBe(false);
  });

  it("where a task made a file with an unusual name, or one that is too large", async () => {
    const scene = await makeScene();
    expect(await takePlain(scene.place, { changed: [".GIT/config"], gone: [] })).toBe(false);
    writeFileSync(scene.at("large"), Buffer.alloc(17 * 1024 * 1024));
    expect(await takePlain(scene.place, { changed: ["large"], gone: [] })).toBe(false);
    put(scene.at("odd\\name"), "x\n");
    expect(await seen(scene)).toBeUndefined();
  });
});
