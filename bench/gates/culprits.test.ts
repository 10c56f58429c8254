import { expect, it } from "vitest";
import { culpritsAmong } from "./culprits.ts";

it("as many are bad as were asked for, the same for one seed, others for another", () => {
  expect([0, 0.1, 0.3, 1].map((share) => culpritsAmong(60, share, 1).size)).toEqual([0, 6, 18, 60]);
  expect(culpritsAmong(60, 0.1, 1)).toEqual(culpritsAmong(60, 0.1, 1));
  expect(culpritsAmong(60, 0.1, 1)).not.toEqual(culpritsAmong(60, 0.1, 2));
  expect(Math.max(...culpritsAmong(60, 0.3, 1))).toBeLessThan(60);
});
