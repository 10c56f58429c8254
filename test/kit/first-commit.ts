import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import type { CommitSha } from "../../src/base/ids.ts";
import { type TreeEntry, encodeTree } from "../../src/git/objects/bytes/tree-bytes.ts";
import { person } from "./new-repository.ts";

type Format = "sha1" | "sha256";

interface Place {
  readonly folder: string;
  readonly format: Format;
}

/** Whether git would store these files as they lie there, and could find none of them to be its own. */
export function isPlain(names: readonly string[]): boolean {
  return names.every((name) => !/(^|\/)\.|^\/|\/$|\/\/|[^ -~]/.test(name));
}

/**
 * Commits files that lie in a new repository, as `git add` and `git commit` would: objects, index, branch and its log.
 * Nearly every test begins with such a commit, and two programs are most of what it costs.
 */
export function commitFirst(place: Place, names: readonly string[], message: string): CommitSha {
  const sorted = [...new Set(names)].toSorted();
  const files = sorted.map((name) => ({ name, ...stored(place, name) }));
  const tree = storeTree(place, files);
  const seconds = Math.floor(Date.now() / 1000);
  const by = `${person.name} <${person.email}> ${String(seconds)} +0000`;
  const commit = storeObject(
    place,
    "commit",
    Buffer.from(`tree ${tree}\nauthor ${by}\ncommitter ${by}\n\n${message}\n`),
  );
  const gitDir = join(place.folder, ".git");
  writeFileSync(join(gitDir, "index"), indexOf(place, files));
  write(join(gitDir, "refs/heads/main"), `${commit}\n`);
  const line = `${"0".repeat(commit.length)} ${commit} ${by}\tcommit (initial): ${message}\n`;
  for (const log of ["logs/HEAD", "logs/refs/heads/main"]) write(join(gitDir, log), line);
  return commit as CommitSha;
}

interface StoredFile {
  readonly name: string;
  readonly mode: string;
  readonly id: string;
}

function stored(place: Place, name: string): Omit<StoredFile, "name"> {
  const path = join(place.folder, name);
  const stats = lstatSync(path);
  const isLink = stats.isSymbolicLink();
  const id = storeObject(place, "blob", isLink ? Buffer.from(readlinkSync(path)) : readFileSync(path));
  return { id, mode: isLink ? "120000" : (stats.mode & 0o100) === 0 ? "100644" : "100755" };
}

function storeTree(place: Place, files: readonly StoredFile[]): string {
  const entries: TreeEntry[] = [];
  const folders = new Map<string, StoredFile[]>();
  for (const file of files) {
    const slash = file.name.indexOf("/");
    if (slash < 0) entries.push(file);
    else {
      const folder = file.name.slice(0, slash);
      folders.set(folder, [...(folders.get(folder) ?? []), { ...file, name: file.name.slice(slash + 1) }]);
    }
  }
  for (const [name, inside] of folders) entries.push({ mode: "40000", name, id: storeTree(place, inside) });
  return storeObject(place, "tree", encodeTree(place.format, entries).bytes);
}

function storeObject({ folder, format }: Place, type: string, content: Buffer): string {
  const bytes = Buffer.concat([Buffer.from(`${type} ${String(content.length)}\0`), content]);
  const id = createHash(format).update(bytes).digest("hex");
  const path = join(folder, ".git/objects", id.slice(0, 2), id.slice(2));
  // The same content twice is one read-only object.
  if (!existsSync(path)) write(path, deflateSync(bytes, { level: 1 }), 0o444);
  return id;
}

/** The second version of git's index: what it needs to see that nothing has changed since. */
function indexOf({ folder, format }: Place, files: readonly StoredFile[]): Buffer {
  const head = Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1");
  head.writeUInt32BE(files.length, 8);
  const entries = files.map(({ name, mode, id }) => {
    const stats = lstatSync(join(folder, name), { bigint: true });
    const words = [
      stats.ctimeNs / 1_000_000_000n,
      stats.ctimeNs % 1_000_000_000n,
      stats.mtimeNs / 1_000_000_000n,
      stats.mtimeNs % 1_000_000_000n,
    ];
    words.push(stats.dev, stats.ino, BigInt(Number.parseInt(mode, 8)), stats.uid, stats.gid, stats.size);
    const entry = Buffer.alloc(4 * words.length);
    words.forEach((word, place) => entry.writeUInt32BE(Number(word & 0xff_ff_ff_ffn), 4 * place));
    const flags = Buffer.alloc(2);
    flags.writeUInt16BE(Math.min(name.length, 0xf_ff));
    const whole = Buffer.concat([entry, Buffer.from(id, "hex"), flags, Buffer.from(name)]);
    return Buffer.concat([whole, Buffer.alloc(8 - (whole.length % 8))]);
  });
  const bytes = Buffer.concat([head, ...entries]);
  return Buffer.concat([bytes, createHash(format).update(bytes).digest()]);
}

function write(path: string, content: string | Buffer, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
}
