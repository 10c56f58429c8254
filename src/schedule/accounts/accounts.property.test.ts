import { expect, test } from "vitest";
import { chanceFrom } from "../../../prove/seed.ts";
import { type Allowed, type Load, playGoverned } from "../../../test/kit/governed.ts";
import { times } from "../../../test/kit/long.ts";

const seeds = Array.from({ length: times(4, 60) }, (_, seed) => seed + 1);
const load = { homes: 2, sheets: 75, turns: 8, turnMs: 2_500, turnTokens: 1_000, startMs: 1_000, noteMs: 500 };
const play = (allowed: Allowed, seed: number, more: Partial<Load> = {}) => {
  const chance = chanceFrom(seed);
  return playGoverned(allowed, { ...load, chance: () => chance.next(), ...more });
};

test.each<readonly [string, Allowed]>([
  ["sessions at once", { sessions: 10, isTold: true }],
  ["sessions at once that it gives no figure of", { sessions: 12, isTold: false }],
  ["calls in a minute", { calls: [240, 60_000], isTold: true }],
  ["tokens in a minute", { tokens: [240_000, 60_000], isTold: true }],
  ["calls in twenty seconds", { calls: [100, 20_000], isTold: true }],
  ["all of these", { sessions: 14, calls: [240, 60_000], tokens: [300_000, 60_000], isTold: true }],
])(
  "150 sheets of two homes use nine tenths of what a provider allows, which limits %s, and none is refused twice",
  (...[, allowed]) => {
    for (const seed of seeds) {
      const { done, worst, share } = play(allowed, seed);
      expect({ seed, done, worst: worst <= 1, share: share >= 0.9 || share }).toEqual({
        seed,
        done: 150,
        worst: true,
        share: true,
      });
    }
  },
);

test.each<readonly [string, Allowed]>([
  ["a short span", { calls: [40, 10_000], isTold: true }],
  ["a span without a figure", { calls: [200, 60_000], isTold: false }],
  ["a share of one session", { sessions: 1, isTold: false }],
  ["more than anybody uses", { sessions: 1_000, isTold: true }],
])("sheets finish behind %s", (...[, allowed]) => {
  for (const seed of seeds) {
    const { done, refused } = play(allowed, seed, { sheets: 20 });
    expect([seed, done, refused < 60]).toEqual([seed, 40, true]);
  }
});

test("two homes that want the same get the same", () => {
  for (const seed of seeds) {
    const { doneByHome } = play({ sessions: 10, isTold: true }, seed);
    const [first = 0, second = 0] = doneByHome;
    expect([seed, Math.abs(first - second) <= 12]).toEqual([seed, true]);
  }
});

test("without a limit all run at once, after a few rounds of answers", () => {
  const { refused, lane, seconds } = play({ isTold: false }, 1, { sheets: 100, turns: 30 });
  expect([refused, (lane.window ?? 0) > 50, seconds < 300]).toEqual([0, true, true]);
});
