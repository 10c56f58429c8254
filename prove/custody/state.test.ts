import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRoot, tempFolder } from "../../test/kit/folders.ts";
import { readManifest } from "../contexts/manifest.ts";
import { gitIn } from "../contexts/raw-git.ts";
import { chanceFrom } from "../seed.ts";
import { contextBase, fileChanges, partName } from "./file-changes.ts";
import { gitChanges, lastChanges } from "./git-changes.ts";
import { type State, bringAbout } from "./state.ts";

function repository(): string {
  const folder = join(tempFolder(), "context");
  for (const [path, { content }] of contextBase(1)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  gitIn(folder, ["init", "-q", "-b", "main"]);
  gitIn(folder, ["add", "--all"]);
  gitIn(folder, ["commit", "-q", "-m", "base"]);
  return folder;
}

function filesOf(state: State): unknown {
  return { changes: state.changes, entries: [...state.manifest.entries].filter(([path]) => !path.includes("/.git/")) };
}

describe("the states of custody", () => {
  it("are the same for the same seed", () => {
    expect(filesOf(bringAbout(repository(), partName(0), 5))).toEqual(
      filesOf(bringAbout(repository(), partName(0), 5)),
    );
  });

  it("can all come about in one context", () => {
    const folder = repository();
    const every = [...fileChanges, ...gitChanges, ...lastChanges];
    const at = every.reduce(
      (place, [, change]) => change({ root: place, folder: join(place, partName(0)), chance: chanceFrom(3) }) ?? place,
      folder,
    );
    expect(at).toBe(`${folder}-moved-away`);
    const { entries } = readManifest(at);
    expect(
      ["a pipe", "closed.txt", "vendored/.git/HEAD", "sketch/lib/code.txt", "odd/\xff\xfe"].map(
        (path) => entries.get(`part-0/${path}`)?.kind,
      ),
    ).toEqual(isRoot ? ["special", "file", "file", "file", "file"] : ["special", "closed", "file", "file", "file"]);
  });
});
