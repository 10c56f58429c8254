import { open, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import type { CommitSha } from "../../base/ids.ts";
import { type Git, requireOk, requireTaken } from "../git.ts";
import { storeKept } from "../objects/bytes/kept-pack.ts";

/** Objects go from one store to another as packs, checked on arrival; the sender's configuration has no effect. */
interface Way {
  readonly from: string;
  readonly to: string;
  readonly scratch: string;
  /** More objects of the sender than its own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Up to here objects arrive loose, as with git's own fetch. */
const looseLimit = 100;
const indexing = ["index-pack", "--stdin", "--strict"];

/** Copies what `tips` reach and `known` does not. */
export async function transferObjects(
  git: Git,
  /** `isUsers`: the user's gc may remove unreachable objects at any time. */
  way: Way & { readonly isUsers?: boolean },
  what: { tips: readonly CommitSha[]; known: readonly CommitSha[] },
): Promise<void> {
  const stdin = [...what.tips, ...what.known.map((commit) => `^${commit}`)];
  const use = async (pack: string): Promise<void> => {
    const count = await readObjectCount(pack);
    if (count === 0) return;
    if (way.isUsers === true) return storeKept(git, way.to, { path: pack });
    const args = count <= looseLimit ? ["unpack-objects", "-q", "--strict"] : indexing;
    requireTaken(await git.sealed({ gitDir: way.to, args, stdin: { path: pack } }), "receiving objects");
  };
  await eachPack(git, way, { args: ["--revs"], stdin, use });
}

/** Copies one commit with its files, without history, which a partial clone may lack. The receiver becomes shallow. */
export async function transferCommit(git: Git, way: Way, commit: CommitSha): Promise<void> {
  await writeFile(join(way.to, "shallow"), `${commit}\n`);
  const use = async (pack: string): Promise<void> => {
    requireOk(await git.sealed({ gitDir: way.to, args: indexing, stdin: { path: pack } }), "receiving a commit");
  };
  await eachPack(git, way, { args: ["--revs", "--shallow"], stdin: [`--shallow ${commit}`, commit], use });
}

/** A history down to known commits, or single objects. */
export type Wanted =
  | { readonly kind: "history"; readonly tips: readonly string[]; readonly known: readonly string[] }
  | { readonly kind: "objects"; readonly names: readonly string[] };

/** Copies objects into a store, also those that the store can borrow: the lender may prune them. */
export async function copyObjects(
  git: Git,
  way: { store: string; scratch: string; env: Readonly<Record<string, string>> },
  wanted: Wanted,
): Promise<void> {
  const isHistory = wanted.kind === "history";
  const stdin = isHistory ? [...wanted.tips, ...wanted.known.map((name) => `^${name}`)] : wanted.names;
  if (stdin.length === 0) return;
  const use = async (pack: string): Promise<void> =>
    requireTaken(await git.sealed({ gitDir: way.store, args: indexing, stdin: { path: pack } }), "receiving objects");
  await eachPack(git, { ...way, from: way.store }, { args: isHistory ? ["--revs"] : [], stdin, use });
}

/** Copies objects to the user's repository, with two processes. */
export async function carryObjects(git: Git, way: Way, ids: readonly string[]): Promise<void> {
  const stdin = [...new Set(ids)];
  if (stdin.length === 0) return;
  const use = (pack: string): Promise<void> => storeKept(git, way.to, { path: pack });
  await eachPack(git, way, { args: ["--compression=1"], stdin, use });
}

interface Packing {
  readonly args: readonly string[];
  readonly stdin: readonly string[];
  readonly use: (pack: string) => Promise<void>;
}

async function eachPack(git: Git, way: Omit<Way, "to">, { args, stdin, use }: Packing): Promise<void> {
  await withFlatFolder(way.scratch, async (folder) => {
    const packed = await git.sealed({
      gitDir: way.from,
      args: ["pack-objects", ...args, "-q", "--delta-base-offset", join(folder, "pack")],
      stdin: `${stdin.join("\n")}\n`,
      ...(way.env === undefined ? {} : { env: way.env }),
    });
    requireOk(packed, "packing objects");
    const packs = (await readdir(folder)).filter((name) => name.endsWith(".pack"));
    // Several where the configuration limits the size of a pack.
    for (const pack of packs) await use(join(folder, pack));
  });
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
