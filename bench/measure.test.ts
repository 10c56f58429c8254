import { describe, expect, it } from "vitest";
import { measure, median, quantile } from "./measure.ts";

/** Contenders that write down their turns and take a fixed time on a clock of their own. */
async function measured(plan: { rounds: number; warmUps: number }) {
  let now = 0;
  const turns: string[] = [];
  const taking = (name: string, ms: number) => () => {
    turns.push(name);
    now += ms;
    return Promise.resolve();
  };
  const times = await measure({ quick: taking("quick", 2), slow: taking("slow", 5) }, { ...plan, ticks: () => now });
  return { times, turns };
}

describe("measuring", () => {
  it("runs the contenders by turns, beginning with another one each round", async () => {
    expect((await measured({ rounds: 3, warmUps: 0 })).turns).toEqual([
      "quick",
      "slow",
      "slow",
      "quick",
      "quick",
      "slow",
    ]);
  });

  it("clears away after every turn, outside its time", async () => {
    let now = 0;
    const between = (): Promise<void> => {
      now += 100;
      return Promise.resolve();
    };
    const times = await measure(
      { only: () => Promise.resolve((now += 3)) },
      { rounds: 2, warmUps: 1, between, ticks: () => now },
    );
    expect({ times, now }).toEqual({ times: { only: [3, 3] }, now: 309 });
  });

  it("keeps one time per round and none of the warm-up", async () => {
    const { times, turns } = await measured({ rounds: 2, warmUps: 3 });
    expect(times).toEqual({ quick: [2, 2], slow: [5, 5] });
    expect(turns).toHaveLength(10);
  });
});

describe("quantiles", () => {
  it("are taken in order of size, from a list in any order", () => {
    expect(median([10, 1, 3])).toBe(3);
    expect(quantile([4, 1, 2, 3, 5], 1)).toBe(5);
  });

  it("lie between neighbours where there is no one in the middle", () => {
    expect(median([1, 2, 3, 10])).toBe(2.5);
  });
});
