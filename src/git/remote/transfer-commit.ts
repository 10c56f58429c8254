import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { CommitSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";

/**
 * Copies one commit with its files, without its history: where the history of a partial clone has files that nobody
 * fetched, there is no more to copy. The receiver becomes a shallow repository that begins there.
 */
export async function transferCommit(
  git: Git,
  way: { from: string; to: string; scratch: string },
  commit: CommitSha,
): Promise<void> {
  await writeFile(join(way.to, "shallow"), `${commit}\n`);
  await withFlatFolder(way.scratch, async (folder) => {
    const args = ["pack-objects", "--revs", "--shallow", "-q", "--delta-base-offset", join(folder, "pack")];
    requireOk(
      await git.sealed({ gitDir: way.from, args, stdin: `--shallow ${commit}\n${commit}\n` }),
      "packing a commit",
    );
    const pack = (await readdir(folder)).find((name) => name.endsWith(".pack")) ?? "";
    requireOk(
      await git.sealed({
        gitDir: way.to,
        args: ["index-pack", "--stdin", "--strict"],
        stdin: { path: join(folder, pack) },
      }),
      "receiving a commit",
    );
  });
}
