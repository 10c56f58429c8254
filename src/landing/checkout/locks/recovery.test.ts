import { copyFileSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Landing, beginMove, makeLanding } from "../../../../test/kit/landing.ts";
import { shown, writeFiles } from "../../../../test/kit/repository.ts";
import { recoverCheckouts } from "./recovery.ts";
import type { HeldIndexLock } from "./index-lock.ts";

const long = (word: string): string => Array.from({ length: 2000 }, (_, place) => `${word} ${place}\n`).join("");
const before = {
  "edited.txt": "one\ntwo\nthree\n",
  "big.txt": long("old"),
  "deleted.txt": "d\n",
  tool: "t\n",
  "notes.txt": "n\n",
  "staged.txt": "s\n",
  ".gitignore": "*.log\n",
};
const change = {
  "edited.txt": "ONE\nTWO\nTHREE\n",
  "big.txt": long("new"),
  "new/file.txt": "new file\n",
  tool: { program: "t\n" },
};

/** A landing whose Tutti died: the lock is there, with the words of an earlier life of the same home. */
async function makeCut(
  stage: "looking" | "moving",
  deed: (landing: Landing) => void = () => undefined,
): Promise<Landing & { lock: HeldIndexLock }> {
  const landing = await makeLanding({ before, remove: ["deleted.txt"], change });
  writeFiles(landing.user.path, {
    "notes.txt": "my notes\n",
    "staged.txt": "my staged\n",
    "untracked.txt": "mine\n",
    "x.log": "ignored\n",
  });
  landing.user.git("add", "staged.txt");
  deed(landing);
  return { ...landing, lock: await beginMove(landing, { owner: "home.1", stage }) };
}

const own = " M notes.txt\nM  staged.txt\n?? untracked.txt\n!! x.log\n";

/** Moves the files as git does, and gives the index that goes with them. */
function moveFiles({ user, from, to }: Landing): string {
  const index = join(user.gitDir, "moved-by-git");
  copyFileSync(join(user.gitDir, "index"), index);
  const git = ["-c", "core.hooksPath=/dev/null", "read-tree", `--index-output=${index}`, "-m", "-u", from, to];
  const lock = readFileSync(join(user.gitDir, "index.lock"));
  rmSync(join(user.gitDir, "index.lock"));
  user.git(...git);
  writeFileSync(join(user.gitDir, "index.lock"), lock);
  return index;
}

async function expectAt(side: "from" | "to", landing: Landing): Promise<void> {
  expect(await recoverCheckouts(landing.hands)).toBe(1);
  rmSync(join(landing.user.gitDir, "moved-by-git"), { force: true });
  expect(landing.user.head()).toBe(landing[side]);
  expect(landing.status()).toBe(own);
  expect(landing.leftovers()).toEqual([]);
  expect(await recoverCheckouts(landing.hands)).toBe(0);
}

describe("a move of the user's checkout whose Tutti died", () => {
  it("when it had only taken the lock: nothing of the user's is touched, also not what would have been in the way", async () => {
    const landing = await makeCut("looking", ({ user }) => {
      writeFiles(user.path, {
        "edited.txt": "one\ntwo\n",
        "new/file.txt": "",
        "big.txt": "",
        tool: { program: "t\n" },
      });
      user.git("add", "edited.txt", "tool");
      rmSync(join(user.path, "deleted.txt"));
    });
    const status = landing.status();
    expect(await recoverCheckouts(landing.hands)).toBe(1);
    expect(landing.status()).toBe(status);
    expect(
      ["edited.txt", "new/file.txt", "big.txt", "deleted.txt"].map((name) => shown(landing.user.path, name)),
    ).toEqual(["file one\ntwo\n", "file ", "file ", "nothing"]);
    expect(landing.leftovers()).toEqual([]);
  });

  it("when it was about to move: everything is where it was", async () => {
    await expectAt("from", await makeCut("moving"));
  });

  it("when some files had moved, one was half-written and one was gone: they go back", async () => {
    const landing = await makeCut("moving");
    writeFiles(landing.user.path, {
      "edited.txt": change["edited.txt"],
      "big.txt": change["big.txt"].slice(0, 8192),
      "new/file.txt": "",
    });
    rmSync(join(landing.user.path, "deleted.txt"));
    rmSync(join(landing.user.path, "tool"));
    await expectAt("from", landing);
    expect(existsSync(join(landing.user.path, "new"))).toBe(false);
  });

  it("when all files had moved but not the ref: they go back", async () => {
    const landing = await makeCut("moving");
    moveFiles(landing);
    await expectAt("from", landing);
  });

  it("when the ref had moved but not the index: the index follows", async () => {
    const landing = await makeCut("moving");
    moveFiles(landing);
    landing.user.git("update-ref", "refs/heads/main", landing.to);
    await expectAt("to", landing);
  });

  it("when the index was there too and only the lock was left: the lock goes", async () => {
    const landing = await makeCut("moving");
    const index = moveFiles(landing);
    landing.user.git("update-ref", "refs/heads/main", landing.to);
    await landing.lock.replaceIndex(index);
    await expectAt("to", landing);
  });

  it("when the user has gone on since: their edits stay, whichever side the rest goes to", async () => {
    for (const side of ["from", "to"] as const) {
      const landing = await makeCut("moving");
      moveFiles(landing);
      if (side === "to") landing.user.git("update-ref", "refs/heads/main", landing.to);
      // Later than any half-written file can be: the last line of one is gone, another one is new.
      const edits = { "edited.txt": "ONE\nTWO\n", "new/file.txt": "my own\n" };
      writeFiles(landing.user.path, edits);
      for (const name of Object.keys(edits))
        utimesSync(join(landing.user.path, name), Date.now() / 1000 + 60, Date.now() / 1000 + 60);
      expect(await recoverCheckouts(landing.hands)).toBe(1);
      expect(shown(landing.user.path, "edited.txt")).toBe("file ONE\nTWO\n");
      expect(shown(landing.user.path, "new/file.txt")).toBe("file my own\n");
      expect(shown(landing.user.path, "notes.txt")).toBe("file my notes\n");
      expect(landing.user.git("show", ":staged.txt")).toBe("my staged");
      expect(landing.leftovers().filter((name) => name !== "moved-by-git")).toEqual([]);
    }
  });

  it.each([
    ["another home's", "other.1"],
    ["this very Tutti's", "home.2"],
  ])("is left alone when the lock is %s", async (_, owner) => {
    const landing = await makeLanding({ before, change });
    await beginMove(landing, { owner, stage: "looking" });
    expect(await recoverCheckouts(landing.hands)).toBe(0);
    expect(landing.leftovers()).toEqual(["index.lock"]);
  });

  it("is not seen in a lock of git's own", async () => {
    const landing = await makeLanding({ before, change });
    writeFileSync(join(landing.user.gitDir, "index.lock"), "DIRC");
    expect(await recoverCheckouts(landing.hands)).toBe(0);
    expect(landing.leftovers()).toEqual(["index.lock"]);
  });
});
