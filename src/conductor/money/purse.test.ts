import { describe, expect, it } from "vitest";
import type { Usage } from "../../sheet/cost/usage.ts";
import { type Purse, type Share, makePurse } from "./purse.ts";

const usage = (usd: number | null): Usage => ({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd,
});

function purseOf(perJobUsd: number | null): Purse {
  return makePurse({ cost: () => ({ perSheetUsd: null, perJobUsd, warnAt: 0.8 }), states: [] });
}

describe("a job that may cost so much", () => {
  it("starts one sheet, and the others when it is known what a turn costs", () => {
    const purse = purseOf(1);
    expect(purse.room()).toBe(1);
    const a = purse.begin();
    expect(purse.room()).toBe(0);
    a.told(usage(0.1), 0.1);
    // 0.1 is spent, 0.1 set aside for the turn that a has under way.
    expect(purse.room()).toBe(8);
  });

  it("never has more under way than it could pay for with the costliest turn so far", () => {
    const purse = purseOf(1);
    const a = purse.begin();
    a.told(usage(0.4), 0.4);
    expect(purse.room()).toBe(0);
    a.settle(usage(0.4));
    expect(purse.room()).toBe(1);
    expect(purse.isOver()).toBe(false);
    const b = purse.begin();
    b.told(usage(0.6), 0.3);
    expect(purse.isOver()).toBe(true);
  });

  it("says once that it comes near", () => {
    const purse = purseOf(1);
    const a = purse.begin();
    a.told(usage(0.79), 0.1);
    expect(purse.isNearlyOver()).toBe(false);
    a.told(usage(0.8), 0.1);
    expect([purse.isNearlyOver(), purse.isNearlyOver()]).toEqual([true, false]);
  });

  it("is not held up by agents that never tell what they use: what is unknown can't be capped", () => {
    const purse = purseOf(1);
    const a = purse.begin();
    a.settle(null);
    expect(purse.room()).toBe(Infinity);
  });

  it("lets another go first when the first one was not run at all", () => {
    const purse = purseOf(1);
    const a = purse.begin();
    a.settle(undefined);
    expect(purse.room()).toBe(1);
  });
});

describe("runs that go from turn to turn", () => {
  /** Three with a turn of 0.25 behind them. */
  const turning = (perJobUsd: number): { purse: Purse; shares: readonly Share[] } => {
    const purse = purseOf(perJobUsd);
    const shares = [purse.begin(), purse.begin(), purse.begin()];
    for (const share of shares) share.told(usage(0.25), 0.25);
    return { purse, shares };
  };

  it("go on while there is money for the next turns of all but one", () => {
    expect(turning(1.25).shares.map((share) => share.isCovered())).toEqual([true, true, true]);
  });

  it("are sent home until there is, one by one", () => {
    const { shares } = turning(1);
    expect(shares.map((share) => share.isCovered())).toEqual([false, false, false]);
    shares[0]?.dismiss();
    expect(shares[1]?.isCovered()).toBe(true);
  });

  it("are each booked once, also when a report comes late", () => {
    const { purse, shares } = turning(10);
    shares[0]?.settle(usage(0.5));
    shares[0]?.settle(undefined);
    expect(purse.spentUsd()).toBe(1);
  });
});

it("a job without a limit has room for all", () => {
  expect(purseOf(null).room()).toBe(Infinity);
});
