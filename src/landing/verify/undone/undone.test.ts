import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { wireGit } from "../../../../test/kit/git.ts";
import { type TestRepository, makeRepository } from "../../../../test/kit/repository.ts";
import { openObjects } from "../../../git/objects/objects.ts";
import { readLandings } from "../../../git/history/trailers.ts";
import { landingRuns } from "../../receipts/runs.ts";
import { nameCulprits } from "./culprits.ts";
import { findUndonePaths } from "./undone.ts";

const git = wireGit();
const lines = (first: string, last: string): string => `${first}\n${"same\n".repeat(12)}${last}\n`;

function landing(user: TestRepository, sheet: string, files: Readonly<Record<string, string>>): string {
  return user.commit(files, `do ${sheet}\n\nTutti-Job: j\nTutti-Sheet: ${sheet}`);
}

async function undoneOf(user: TestRepository): Promise<readonly unknown[]> {
  const tip = user.head();
  const objects = openObjects(git, user.gitDir, "sha1");
  try {
    const runs = landingRuns(await readLandings(git, user.gitDir, [tip]));
    const found = await nameCulprits(
      { git, gitDir: user.gitDir },
      tip,
      await findUndonePaths({ git, objects, scratch: tempFolder() }, tip, runs),
    );
    return found.map(({ run, undone, removed, by, isSaid }) => [run.last.sheet, undone, removed, by, isSaid]);
  } finally {
    await objects.close();
  }
}

it("a result that a later commit took out is told with that commit; one that was edited, replaced or moved is not", async () => {
  const user = makeRepository({
    "a.txt": lines("1", "1"),
    "b.txt": "1\n",
    "old.txt": "1\n",
    "moved.txt": lines("m", "m"),
  });
  landing(user, "edited", { "b.txt": "2\n" });
  landing(user, "stale", { "a.txt": lines("2", "1"), "new.txt": "n\n" });
  landing(user, "said", { "said.txt": "s\n" });
  landing(user, "replaced", { "c.txt": "1\n" });
  landing(user, "replacing", { "c.txt": "2\n" });
  landing(user, "kept", { "moved.txt": lines("moved", "m") });
  landing(user, "gone", { "old.txt": "2\n" });
  expect(await undoneOf(user)).toEqual([]);
  user.git("mv", "moved.txt", "elsewhere.txt");
  user.commit({ "b.txt": "3\n", "elsewhere.txt": lines("moved", "edited") }, "goes on");
  expect(await undoneOf(user)).toEqual([]);
  user.git("rm", "-q", "old.txt");
  const cleaned = user.commit({ other: "1\n" }, "clean up");
  user.git("rm", "-q", "new.txt");
  // The line of the landing is what it was before, and another one is the person's own.
  const stale = user.commit({ "a.txt": lines("1", "mine") }, "from a stale checkout");
  user.git("revert", "--no-edit", user.git("log", "--format=%H", "--grep=do said"));
  expect(await undoneOf(user)).toEqual([
    ["stale", ["a.txt", "new.txt"], [], stale, false],
    ["said", ["said.txt"], [], user.head(), true],
    ["gone", [], ["old.txt"], cleaned, false],
  ]);
});
