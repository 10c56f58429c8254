import { join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { CommitSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../../git/git.ts";

/**
 * Makes sure that everything new in these commits lies in the store itself. git does not write an object that the
 * user's repository already has, even one that nothing there reaches any more: the user's next gc would take it out of
 * a capture.
 */
export async function ownObjects(
  git: Git,
  store: { gitDir: string; scratch: string },
  what: { tips: readonly CommitSha[]; base: CommitSha | null },
): Promise<void> {
  const listed = await git.sealed({
    gitDir: store.gitDir,
    args: [
      "rev-list",
      "--objects",
      "--no-object-names",
      ...what.tips,
      ...(what.base === null ? [] : [`^${what.base}`]),
    ],
  });
  const names = requireOk(listed, "listing new objects")
    .toString("utf8")
    .split("\n")
    .filter((name) => name !== "");
  const isOwn = await Promise.all(
    names.map((name) => exists(join(store.gitDir, "objects", name.slice(0, 2), name.slice(2)))),
  );
  const borrowed = names.filter((_, place) => isOwn[place] !== true);
  if (borrowed.length === 0) return;
  await withFlatFolder(store.scratch, async (folder) => {
    const stdin = `${borrowed.join("\n")}\n`;
    const packed = await git.sealed({
      gitDir: store.gitDir,
      args: ["pack-objects", "-q", join(folder, "pack")],
      stdin,
    });
    const pack = join(folder, `pack-${requireOk(packed, "packing borrowed objects").toString("utf8").trim()}.pack`);
    // Not strict: whatever an agent made is kept. What git would refuse in a push is refused when it is to land.
    requireOk(
      await git.sealed({ gitDir: store.gitDir, args: ["index-pack", "--stdin"], stdin: { path: pack } }),
      "keeping borrowed objects",
    );
  });
}
