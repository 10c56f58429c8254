import { open, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { CommitSha } from "../../base/ids.ts";
import { type Git, requireOk, requireTaken } from "../git.ts";
import { storeKept } from "../objects/bytes/kept-pack.ts";

/**
 * Up to this many objects arrive loose, as git's own fetch does it; more stay one pack, so that a big landing is one
 * file.
 */
const looseLimit = 100;

/**
 * Copies what `tips` reach and `known` does not from one object store to another. Only objects cross, checked on
 * arrival: nothing of the sender's configuration is met by the receiver.
 */
export async function transferObjects(
  git: Git,
  way: Way,
  what: { tips: readonly CommitSha[]; known: readonly CommitSha[] },
): Promise<void> {
  await withFlatFolder(way.scratch, async (folder) => {
    const revisions = [...what.tips, ...what.known.map((commit) => `^${commit}`), ""].join("\n");
    const env = way.env === undefined ? {} : { env: way.env };
    const packed = await git.sealed({
      gitDir: way.from,
      args: ["pack-objects", "--revs", "-q", "--delta-base-offset", join(folder, "pack")],
      stdin: revisions,
      ...env,
    });
    requireOk(packed, "packing objects");
    const name = (await readdir(folder)).find((file) => file.endsWith(".pack"));
    const count = name === undefined ? 0 : await readObjectCount(join(folder, name));
    if (name === undefined || count === 0) return;
    if (way.isUsers === true) return storeKept(git, way.to, { path: join(folder, name) });
    const args = count <= looseLimit ? ["unpack-objects", "-q", "--strict"] : ["index-pack", "--stdin", "--strict"];
    requireTaken(await git.sealed({ gitDir: way.to, args, stdin: { path: join(folder, name) } }), "receiving objects");
  });
}

interface Way {
  readonly from: string;
  readonly to: string;
  readonly scratch: string;
  /** The receiver is the user's, who may let git take away at any time what nothing leads to. */
  readonly isUsers?: boolean;
  /** Where the sender finds objects besides its own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Bytes 8 to 11 of a pack hold the number of its objects. */
async function readObjectCount(pack: string): Promise<number> {
  const file = await open(pack, "r");
  try {
    const header = Buffer.alloc(12);
    await file.read(header, 0, 12, 0);
    return header.readUInt32BE(8);
  } finally {
    await file.close();
  }
}

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
