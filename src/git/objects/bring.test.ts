import { expect, it } from "vitest";
import { gitIn, wireGit } from "../../../test/kit/git.ts";
import { makeRepository, person } from "../../../test/kit/repository.ts";
import type { EpochMs } from "../../base/ids.ts";
import { bringObjects } from "./bring.ts";
import { openObjects } from "./objects.ts";

const git = wireGit();

it.each(["sha1", "sha256"] as const)(
  "what was made in one %s repository, stored or not, comes to the other with its next flush",
  async (format) => {
    const [here, there] = [makeRepository({ "a.txt": "a\n" }, format), makeRepository({ "a.txt": "a\n" }, format)];
    const [from, to] = [openObjects(git, here.gitDir, format), openObjects(git, there.gitDir, format)];
    const stored = [from.writeBlob(Buffer.from("stored\n"))];
    await from.flush();
    // Another flush, so that it has to be read from the disk.
    const blob = from.writeBlob(Buffer.from("last\n"));
    await from.flush();
    const tree = from.writeTree([{ mode: "100644", name: "b", id: blob }]);
    const commit = from.writeCommit({ tree, parents: [there.head()], message: "made\n", by: person, at: 0 as EpochMs });
    const own = to.writeBlob(Buffer.from("there\n"));
    expect(await bringObjects({ from, to }, [...stored, blob, tree, commit])).toBe(true);
    expect(() => there.git("cat-file", "-e", blob)).toThrow();
    await to.flush();
    for (const id of [...stored, blob, tree, commit, own]) expect(there.git("cat-file", "-e", id)).toBe("");
    expect(gitIn(there.path, ["cat-file", "blob", stored[0] ?? ""])).toBe("stored");
    await Promise.all([from.close(), to.close()]);
  },
);

it("too large a one, or too much of them, is left to git, and nothing is made", async () => {
  const [here, there] = [makeRepository(), makeRepository()];
  const [from, to] = [openObjects(git, here.gitDir, "sha1"), openObjects(git, there.gitDir, "sha1")];
  const small = from.writeBlob(Buffer.from("small\n"));
  const large = from.writeBlob(Buffer.alloc(512 * 1024 + 1));
  const many = Array.from({ length: 33 }, (_, place) => from.writeBlob(Buffer.alloc(512 * 1024, `${String(place)} `)));
  await from.flush();
  for (const ids of [[small, large], many]) expect(await bringObjects({ from, to }, ids)).toBe(false);
  await to.flush();
  for (const id of [small, large, ...many]) expect(await to.exists(id)).toBe(false);
  expect(await bringObjects({ from, to }, many.slice(0, 32))).toBe(true);
  await expect(bringObjects({ from, to }, ["1".repeat(40)])).rejects.toMatchObject({ code: "git.failed" });
  await Promise.all([from.close(), to.close()]);
});
