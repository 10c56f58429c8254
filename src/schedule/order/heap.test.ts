import fc from "fast-check";
import { expect, it } from "vitest";
import { makeHeap } from "./heap.ts";
import { times } from "../../../test/kit/long.ts";

it("the smallest of the present values always comes out", () => {
  const steps = fc.array(fc.option(fc.nat(20)), { maxLength: 60 });
  const check = fc.property(steps, (pushed) => {
    const heap = makeHeap<{ readonly size: number }>((one, other) => one.size < other.size);
    const left: number[] = [];
    for (const size of pushed) {
      if (size === null) expect(heap.pop()?.size).toBe(left.shift());
      else heap.push({ size });
      if (size !== null) left.push(size);
      left.sort((one, other) => one - other);
      expect(heap.peek()?.size).toBe(left[0]);
    }
  });
  fc.assert(check, { numRuns: times(125, 500) });
});
