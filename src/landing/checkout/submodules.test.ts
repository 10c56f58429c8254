import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn, hastyWorld, printedBy, wireGit } from "../../../test/kit/git.ts";
import { makeSuperproject } from "../../../test/kit/odd-repositories.ts";
import { shown, writeFiles } from "../../../test/kit/repository.ts";
import { openRepository } from "../../git/repository.ts";
import { openObjectStore } from "../../isolation/store/object-store.ts";
import type { PublishHands } from "../hands.ts";
import { advanceTarget } from "../ground/advance-target.ts";

/** A checkout with a submodule in it, and a landing that moves the submodule and edits a file. */
async function makeMove() {
  const project = makeSuperproject();
  const { user, second } = project;
  const from = user.head();
  writeFiles(user.path, { "a.txt": "landed\n" });
  user.git("add", "a.txt");
  user.git("update-index", "--cacheinfo", `160000,${second},ext/lib`);
  user.git("commit", "-q", "-m", "landed");
  const to = user.head();
  user.git("reset", "-q", "--hard", from);
  const git = wireGit();
  const scratch = join(tempFolder(), "scratch");
  mkdirSync(scratch);
  const store = await openObjectStore(git, tempFolder(), await openRepository(git, user.path));
  const hands: PublishHands = { git, store, self: { world: hastyWorld, scratch, owner: "home.1" } };
  return {
    ...project,
    to,
    sub: join(user.path, "ext/lib"),
    land: () => advanceTarget(hands, "refs/heads/main", { from, to }),
  };
}

describe("a landing that moves a submodule", () => {
  it("leaves the user's files in it alone, and git tells the user that it stands elsewhere", async () => {
    const { user, sub, to, first, second, land } = await makeMove();
    expect(await land()).toEqual({ kind: "published" });
    expect([user.head(), user.git("rev-parse", "HEAD:ext/lib"), gitIn(sub, ["rev-parse", "HEAD"])]).toEqual([
      to,
      second,
      first,
    ]);
    expect([shown(user.path, "a.txt"), shown(sub, "lib.txt")]).toEqual(["file landed\n", "file one\n"]);
    expect(printedBy(user.path, ["status", "--porcelain"])).toBe(" M ext/lib\n");
    user.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update");
    expect(printedBy(user.path, ["status", "--porcelain"])).toBe("");
  });

  it("goes past what the user changed in it", async () => {
    const { sub, land } = await makeMove();
    writeFiles(sub, { "lib.txt": "mine\n" });
    expect(await land()).toEqual({ kind: "published" });
    expect(shown(sub, "lib.txt")).toBe("file mine\n");
  });

  it("takes place in a checkout without the submodule as well", async () => {
    const { user, to, land } = await makeMove();
    user.git("submodule", "--quiet", "deinit", "--all", "--force");
    expect(await land()).toEqual({ kind: "published" });
    expect([user.head(), printedBy(user.path, ["status", "--porcelain"])]).toEqual([to, ""]);
  });
});
