import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, deflate, deflateSync } from "node:zlib";
import type { ObjectFormat, ObjectType } from "./object-name.ts";

export interface NewObject {
  readonly type: ObjectType;
  readonly bytes: Buffer;
}

const typeCodes: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3 };
/** Fast rather than small: git packs anew what stays. */
const level = { level: constants.Z_BEST_SPEED };
const deflateAside = promisify<Buffer, { level: number }, Buffer>(deflate);
/** A larger window costs more to set up than to compress so little. */
const little = { bytes: 4096, level: { ...level, windowBits: 12, memLevel: 5 } };
/** From here on compressed on another thread; below, the switch costs more. */
const bigBytes = 16 * 1024;
/** After so much small work others get their turn. */
const turn = { bytes: 128 * 1024, objects: 64 };
/** So many big ones at once. */
const mostAside = 16;

export async function makePack(format: ObjectFormat, objects: readonly NewObject[]): Promise<Buffer> {
  const parts: Buffer[] = [packHeader(objects.length)];
  for (let at = 0; at < objects.length; ) {
    const batch = takeTurn(objects, at);
    at += batch.length;
    const packed = await Promise.all(batch.map(async (object) => packedOf.get(object.bytes) ?? compress(object)));
    batch.forEach((object, place) => parts.push(objectHeader(object), packed[place] ?? Buffer.alloc(0)));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  const hash = createHash(format);
  for (const part of parts) hash.update(part);
  return Buffer.concat([...parts, hash.digest()]);
}

/** Landed objects are stored in two repositories. */
const packedOf = new WeakMap<Buffer, Buffer>();

async function compress({ type, bytes }: NewObject): Promise<Buffer> {
  const isLittle = bytes.length <= little.bytes;
  // A tree is mostly object names, which do not compress.
  const packed =
    isLittle && type === "tree"
      ? asItIs(bytes)
      : bytes.length >= bigBytes
        ? await deflateAside(bytes, level)
        : deflateSync(bytes, isLittle ? little.level : level);
  packedOf.set(bytes, packed);
  return packed;
}

/** Stored uncompressed in zlib's frame (up to 65,535 bytes): calling zlib would take many times as long. */
function asItIs(bytes: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(bytes.length + 11);
  framed.writeUInt16BE(0x7801, 0);
  framed[2] = 1;
  framed.writeUInt16LE(bytes.length, 3);
  framed.writeUInt16LE(~bytes.length & 0xffff, 5);
  bytes.copy(framed, 7);
  framed.writeUInt32BE(adler32(bytes), bytes.length + 7);
  return framed;
}

/** zlib's checksum, for at most 5,552 bytes, so that nothing overflows. */
function adler32(bytes: Buffer): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low += byte;
    high += low;
  }
  return (high % 65_521) * 65_536 + (low % 65_521);
}

function takeTurn(objects: readonly NewObject[], from: number): readonly NewObject[] {
  let bytes = 0;
  let aside = 0;
  let to = from;
  for (; to < objects.length && to - from < turn.objects && bytes < turn.bytes && aside < mostAside; to++) {
    const length = objects[to]?.bytes.length ?? 0;
    if (length >= bigBytes) aside++;
    else bytes += length;
  }
  return objects.slice(from, to);
}

function packHeader(count: number): Buffer {
  const header = Buffer.alloc(12);
  header.write("PACK", "latin1");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(count, 8);
  return header;
}

/** Four bits of the length beside the type, then seven a byte, lowest first. */
function objectHeader({ type, bytes }: NewObject): Buffer {
  const header: number[] = [];
  let byte = (typeCodes[type] << 4) | (bytes.length & 15);
  for (let left = Math.floor(bytes.length / 16); left > 0; left = Math.floor(left / 128)) {
    header.push(byte | 128);
    byte = left & 127;
  }
  header.push(byte);
  return Buffer.from(header);
}
