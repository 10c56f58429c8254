import { describe, expect, it } from "vitest";
import { makeCursor } from "./cursor.ts";

const at = (position: number, index = 0): { position: number; index: number } => ({ position, index });

describe("somebody who follows a job over several connections", () => {
  it("hears what comes again only once", () => {
    const cursor = makeCursor(3);
    expect(
      [at(3), at(4), at(4, 1), at(4), at(4, 1), at(7), at(4, 1), at(7, 1)].map((event) => cursor.take(event)),
    ).toEqual([false, true, true, false, false, true, false, true]);
  });

  it("asks for the last position once more, of which perhaps only a part came", () => {
    const cursor = makeCursor(3);
    expect(cursor.after()).toBe(3);
    cursor.take(at(9));
    expect(cursor.after()).toBe(8);
    expect([cursor.take(at(9)), cursor.take(at(9, 1))]).toEqual([false, true]);
  });
});
