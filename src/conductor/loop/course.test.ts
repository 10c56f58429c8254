import { describe, expect, it } from "vitest";
import type { SheetId } from "../../base/ids.ts";
import { haltAll, haltOf } from "./course.ts";

const [a, b] = ["a" as SheetId, "b" as SheetId];

function course(): Parameters<typeof haltAll>[0] {
  return { halt: new AbortController(), halts: new Map() };
}

describe("a word that ends everything", () => {
  it("ends every attempt under way, and says whose wish it is", () => {
    const one = course();
    const signals = [haltOf(one, a), haltOf(one, b)];
    haltAll(one, "cancel");
    expect([one.halt.signal, ...signals].map(({ reason }) => reason as unknown)).toEqual([
      "cancel",
      "cancel",
      "cancel",
    ]);
  });

  it("ends an attempt that was about to start when it came", () => {
    const one = course();
    haltAll(one, "pause");
    expect(haltOf(one, a).reason).toBe("pause");
  });

  it("leaves the reason of an attempt that was to end before", () => {
    const one = course();
    const signal = haltOf(one, a);
    one.halts.get(a)?.abort("cancel");
    haltAll(one, "shutdown");
    expect(signal.reason).toBe("cancel");
  });
});

it("a word about one sheet leaves the others alone", () => {
  const one = course();
  const [mine, other] = [haltOf(one, a), haltOf(one, b)];
  one.halts.get(a)?.abort("cancel");
  expect([mine.aborted, other.aborted, one.halt.signal.aborted]).toEqual([true, false, false]);
});
