import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { wireGit } from "../../../test/kit/git.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { openRepository } from "../../git/repository.ts";
import { requireOutside, requireOutsideHome } from "./outside.ts";

const refused = { code: "context.inside_checkout" };

describe("a folder for contexts", () => {
  it("lies in no checkout of the repository, also not in the main one when another is worked in", async () => {
    const user = makeRepository();
    const { path } = user;
    const linked = join(tempFolder(), "linked");
    user.git("worktree", "add", "-q", linked);
    const repository = await openRepository(wireGit(), linked);
    for (const inside of [path, linked])
      await expect(requireOutside(join(inside, "not/there/yet"), repository)).rejects.toMatchObject(refused);
    await requireOutside(`${path} beside`, repository);
  });

  it("lies not in Tutti's own folder, not even by a link: a sweep there must not remove a user's work", async () => {
    const home = tempFolder();
    const link = join(tempFolder(), "link");
    mkdirSync(join(home, "scratch"));
    symlinkSync(join(home, "scratch"), link);
    for (const inside of [home, join(home, "trash/x"), join(link, "contexts")])
      await expect(requireOutsideHome(inside, home)).rejects.toMatchObject(refused);
    await requireOutsideHome(`${home}-beside`, home);
  });
});
