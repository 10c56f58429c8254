import fc from "fast-check";
import { expect, test } from "vitest";
import { type Frame, frame, makeFrameReader } from "./frames.ts";

const anyFrame = fc.record({
  kind: fc.nat(255),
  id: fc.nat(0xffff_ffff),
  payload: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
});

test("frames are read whole and in order, wherever their bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(anyFrame, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 30 })), (frames, cuts) => {
      const bytes = Buffer.concat(frames.map(({ kind, id, payload }) => frame(kind, id, payload)));
      const read: Frame[] = [];
      const take = makeFrameReader((one) => read.push({ ...one, payload: Buffer.from(one.payload) }));
      let from = 0;
      for (const length of cuts) {
        take(bytes.subarray(from, from + length));
        from += length;
      }
      take(bytes.subarray(from));
      expect(read).toEqual(frames);
    }),
  );
});
