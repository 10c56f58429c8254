import type { Chance } from "../seed.ts";

/** Bytes of chance, text and not. */
export function blobBytes(chance: Chance, length: number): Uint8Array {
  const isText = chance.next() < 0.5;
  const some = Uint8Array.from({ length: Math.min(length, 2_000) }, () =>
    isText ? 10 + ((chance.whole(90) * 7) % 90) : chance.whole(256),
  );
  return some.length < length ? Buffer.alloc(length, some) : some;
}
