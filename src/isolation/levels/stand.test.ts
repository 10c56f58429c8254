import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { wireGit } from "../../../test/kit/git.ts";
import { type TestRepository, makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { movedTo, noteStand, restoreStand } from "./stand.ts";

const git = wireGit();
let user: TestRepository;
let place: { gitDir: string; notes: string };

beforeEach(() => {
  user = makeRepository({ "a.txt": "a\n", "b.txt": "b\n" });
  place = { gitDir: user.gitDir, notes: tempFolder() };
});

const stand = (): readonly string[] => [
  user.git("rev-parse", "--symbolic-full-name", "HEAD"),
  user.git("rev-parse", "HEAD"),
  user.git("diff", "--cached", "--name-status"),
];

describe("a checkout comes back to where it stood", () => {
  it("on a branch that was committed to, with what was staged", async () => {
    writeFiles(user.path, { "staged.txt": "staged\n" });
    user.git("add", "staged.txt");
    const before = stand();
    await noteStand(git, place);
    expect(await movedTo(git, place)).toEqual([]);
    const made = user.commit({ "a.txt": "changed\n" });
    expect(await movedTo(git, place)).toEqual([made]);
    await restoreStand(git, place);
    expect(stand()).toEqual(before);
    expect(user.git("reflog", "-1", "--format=%gs", "main")).toBe("tutti: as it was");
  });

  it("on another branch, which stays", async () => {
    const before = stand();
    await noteStand(git, place);
    user.git("switch", "-q", "-c", "elsewhere");
    const made = user.commit({ "a.txt": "changed\n" });
    user.git("branch", "-q", "-D", "main");
    await restoreStand(git, place);
    expect([stand(), user.git("rev-parse", "elsewhere")]).toEqual([before, made]);
  });

  it("with a detached HEAD", async () => {
    user.git("checkout", "-q", "--detach");
    const before = stand();
    await noteStand(git, place);
    user.git("switch", "-q", "main");
    const made = user.commit({ "a.txt": "changed\n" });
    await restoreStand(git, place);
    expect([stand(), user.git("rev-parse", "main")]).toEqual([before, made]);
  });
});

it("the index keeps its age: by it git knows which files it has to look into", async () => {
  const past = new Date(1_700_000_000_000);
  utimesSync(join(user.gitDir, "index"), past, past);
  await noteStand(git, place);
  user.git("rm", "-q", "--cached", "b.txt");
  await restoreStand(git, place);
  expect(statSync(join(user.gitDir, "index")).mtimeMs).toBe(past.getTime());
});

it("an index that another git has locked is left to it", async () => {
  await noteStand(git, place);
  user.git("rm", "-q", "--cached", "b.txt");
  const index = readFileSync(join(user.gitDir, "index"));
  writeFileSync(join(user.gitDir, "index.lock"), "");
  await expect(restoreStand(git, place)).rejects.toMatchObject({ code: "git.failed" });
  expect(readFileSync(join(user.gitDir, "index")).equals(index)).toBe(true);
});

it("a checkout of which nothing was written down is left as it is", async () => {
  user.commit({ "a.txt": "changed\n" });
  const before = stand();
  await restoreStand(git, place);
  expect([stand(), await movedTo(git, place)]).toEqual([before, []]);
});
