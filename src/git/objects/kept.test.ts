import { expect, it } from "vitest";
import { makeKept } from "./objects.ts";

it("the last used entries are kept, up to a number of bytes, and larger ones never", () => {
  const kept = makeKept<string>(10);
  kept.set("a", "A", 4);
  kept.set("b", "B", 4);
  expect(kept.get("a")).toBe("A");
  kept.set("c", "C", 4);
  kept.set("huge", "H", 11);
  expect(["a", "b", "c", "huge"].map((id) => kept.get(id))).toEqual(["A", undefined, "C", undefined]);
  kept.set("a", "A again", 6);
  expect(["a", "c"].map((id) => kept.get(id))).toEqual(["A again", "C"]);
  kept.clear();
  kept.set("d", "D", 10);
  expect(["a", "d"].map((id) => kept.get(id))).toEqual([undefined, "D"]);
});
