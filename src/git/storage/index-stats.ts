import { createHash } from "node:crypto";
import { type ObjectFormat, nameBytes } from "../objects/bytes/object-name.ts";

/** Facts that an index has about the files of a work tree without reading them. */
export interface IndexStats {
  /** By path, raw bytes as latin1, in the order of the index. */
  readonly files: ReadonlyMap<string, FileStat>;
  readonly hasSubmodules: boolean;
  /** The files that give attributes to others, and their content: two indexes with the same convert files alike. */
  readonly attributes: string;
  /** The disk space of all files together, in whole blocks. */
  readonly bytes: number;
}

export interface FileStat {
  /** Where its line begins. */
  readonly at: number;
  readonly isLink: boolean;
  readonly inode: number;
  /** In 32 bits, as the index has it. */
  readonly size: number;
  readonly changedMs: number;
}

const headerBytes = 12;
/** Times, device, inode, mode, owner and size, before the object's name. */
const statBytes = 40;
const blockBytes = 4096;
const submodule = 0o160000;
const link = 0o120000;

/** `undefined`: damaged, or in a form that git rarely writes. */
export function readIndexStats(bytes: Buffer, format: ObjectFormat): IndexStats | undefined {
  const end = bytes.length - nameBytes[format];
  const isPlain = end >= headerBytes && bytes.toString("latin1", 0, 4) === "DIRC" && bytes.readUInt32BE(4) === 2;
  if (!isPlain || !digest(bytes, format).equals(bytes.subarray(end))) return undefined;
  const files = new Map<string, FileStat>();
  const attributes: string[] = [];
  let hasSubmodules = false;
  let sum = 0;
  let at = headerBytes;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const nameAt = at + statBytes + nameBytes[format] + 2;
    const nameEnd = bytes.indexOf(0, nameAt);
    if (nameAt > end || nameEnd < 0 || nameEnd >= end) return undefined;
    const mode = bytes.readUInt32BE(at + 24);
    const path = bytes.toString("latin1", nameAt, nameEnd);
    const size = bytes.readUInt32BE(at + 36);
    if (mode === submodule) hasSubmodules = true;
    if (path.endsWith(".gitattributes"))
      attributes.push(path, bytes.toString("hex", at + statBytes, at + statBytes + nameBytes[format]));
    const changedMs = bytes.readUInt32BE(at) * 1e3 + bytes.readUInt32BE(at + 4) / 1e6;
    files.set(path, { at, isLink: mode === link, inode: bytes.readUInt32BE(at + 20), size, changedMs });
    sum += Math.ceil(size / blockBytes) * blockBytes;
    // Padded with one to eight zeros to a multiple of eight.
    at += (nameEnd - at + 8) & ~7;
  }
  return { files, hasSubmodules, attributes: attributes.join("\0"), bytes: sum };
}

/** The same index, for files that were moved since: that changes nothing but the time of their last change. */
export function withChangeTimes(
  bytes: Buffer,
  format: ObjectFormat,
  times: Iterable<readonly [at: number, nanoseconds: bigint]>,
): Buffer {
  const copy = Buffer.from(bytes);
  for (const [at, nanoseconds] of times) {
    copy.writeUInt32BE(Number(BigInt.asUintN(32, nanoseconds / 1_000_000_000n)), at);
    copy.writeUInt32BE(Number(nanoseconds % 1_000_000_000n), at + 4);
  }
  digest(copy, format).copy(copy, copy.length - nameBytes[format]);
  return copy;
}

function digest(bytes: Buffer, format: ObjectFormat): Buffer {
  return createHash(format)
    .update(bytes.subarray(0, bytes.length - nameBytes[format]))
    .digest();
}
