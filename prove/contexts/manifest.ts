import { createHash } from "node:crypto";
import { type Dirent, lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { askIn } from "./raw-git.ts";

/**
 * Everything that lies in a context, found by walking it: the judge's own eyes. Paths are raw bytes, one a character.
 * `closed` is what the judge itself may not read, so that only its being there can be told.
 */
export interface Manifest {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Commits that the context's own git still knows: on branches, detached, stashed, or only in a log. */
  readonly commits: readonly string[];
  /** Blobs that its index has. */
  readonly staged: readonly string[];
}

export type Entry =
  | { readonly kind: "file"; readonly kept: string }
  | { readonly kind: "special" | "closed"; readonly kept: null };

export function readManifest(folder: string): Manifest {
  return { entries: readEntries(folder), ...readGit(folder) };
}

/** Files and links by path, without the context's own `.git`, which may be anything by now. */
export function readEntries(folder: string): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  collect({ root: Buffer.from(folder), entries }, "");
  return entries;
}

interface Collection {
  readonly root: Buffer;
  readonly entries: Map<string, Entry>;
}

function collect(into: Collection, folder: string): void {
  const here = placeOf(into.root, folder);
  let list: Dirent<Buffer>[];
  try {
    list = readdirSync(here, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    // No rights, or a path that is longer than the system takes.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      into.entries.set(`${folder}/`, { kind: "closed", kept: null });
    return;
  }
  for (const entry of list) {
    const name = entry.name.toString("latin1");
    const path = folder === "" ? name : `${folder}/${name}`;
    if (path === ".git") continue;
    if (entry.isDirectory()) collect(into, path);
    else into.entries.set(path, entryAt(placeOf(into.root, path)));
  }
}

function placeOf(root: Buffer, path: string): Buffer {
  return path === "" ? root : Buffer.concat([root, Buffer.from("/"), Buffer.from(path, "latin1")]);
}

function entryAt(place: Buffer): Entry {
  try {
    const stats = lstatSync(place);
    if (stats.isSymbolicLink())
      return { kind: "file", kept: `120000 ${blobOf(readlinkSync(place, { encoding: "buffer" }))}` };
    if (!stats.isFile()) return { kind: "special", kept: null };
    return { kind: "file", kept: `${(stats.mode & 0o100) === 0 ? "100644" : "100755"} ${blobOf(readFileSync(place))}` };
  } catch {
    return { kind: "closed", kept: null };
  }
}

/** The object name git gives these bytes, worked out without git. */
function blobOf(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function readGit(folder: string): Pick<Manifest, "commits" | "staged"> {
  // Without a repository of its own, git would answer for one further up.
  if (askIn(folder, ["rev-parse", "--show-prefix"])?.trim() !== "") return { commits: [], staged: [] };
  const lines = (args: readonly string[]): readonly string[] =>
    (askIn(folder, args) ?? "").split("\n").filter((line) => line !== "");
  return {
    commits: lines(["rev-list", "--all", "--reflog", "HEAD"]),
    staged: lines(["ls-files", "--stage"]).flatMap((line) => /^1\d{5} ([0-9a-f]{40}) /.exec(line)?.[1] ?? []),
  };
}
