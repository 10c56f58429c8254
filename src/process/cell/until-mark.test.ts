import fc from "fast-check";
import { expect, test } from "vitest";
import { endMark } from "./order.ts";
import { untilMark } from "./until-mark.ts";

const mark = endMark("0123456789abcdef");

/** Text that often has the beginnings of a mark in it. */
const output = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 9 }),
      fc.nat(mark.length - 1).map((end) => mark.subarray(0, end)),
    ),
  )
  .map((pieces) => Buffer.concat(pieces))
  .filter((bytes) => !bytes.includes(mark));

test("all before the mark is output and its line is the end, however the bytes are cut into pieces", () => {
  fc.assert(
    fc.property(output, fc.nat(255), fc.array(fc.integer({ min: 1, max: 40 })), (bytes, code, sizes) => {
      const stream = Buffer.concat([bytes, mark, Buffer.from(` ${String(code)}\n`)]);
      const cut = untilMark(mark);
      const heard: Buffer[] = [];
      let [end, from]: [string | null, number] = [null, 0];
      for (const size of [...sizes, stream.length]) {
        if (from >= stream.length) break;
        const said = cut.take(stream.subarray(from, from + size));
        heard.push(Buffer.from(said.output));
        end = said.end;
        from += size;
      }
      expect(Buffer.concat(heard).equals(bytes)).toBe(true);
      expect(end).toBe(` ${String(code)}`);
    }),
  );
});

test("output that looks like a mark but is none comes as soon as that is known", () => {
  const cut = untilMark(mark);
  expect(cut.take(Buffer.from("a\0tut")).output.toString()).toBe("a");
  expect(cut.take(Buffer.from("or")).output.toString()).toBe("\0tutor");
});
