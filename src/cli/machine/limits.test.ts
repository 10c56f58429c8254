import { expect, it } from "vitest";
import type { AccountLimits } from "../../api/contract/agents.ts";
import { limitLines } from "./limits.ts";

const plain = { bold: String, dim: String, yellow: String };
const account: AccountLimits = {
  key: "ab/opus",
  account: "ab",
  name: "claude (opus)",
  running: 3,
  most: 12,
  isLearnt: true,
  isAwaited: true,
  homes: 2,
  rates: [{ unit: "tokens", limit: 50_000, perMs: 60_000, used: 12_000 }],
  shut: null,
  closed: null,
  today: { calls: 120, tokens: 900_000, usd: 7.5 },
  left: { usd: 12.5, tokens: null },
};

it("an account has a line for each fact: sessions, rates, the day", () => {
  expect(limitLines(plain, account)).toEqual([
    "claude (opus) ab",
    "  3 sessions now of at most 12, in 2 homes; sheets wait for more",
    "  12,000 of 50,000 tokens in the last 60 s",
    "  today: 120 calls, 900,000 tokens, $7.50; $12.50 left of the day's budget",
  ]);
});

it("an account that gets nothing says why and until when", () => {
  const shut = { why: "limit", until: Date.now() as never, detail: "slow down" };
  const closed = { why: "usd", until: Date.now() as never } as const;
  const lines = limitLines(plain, { ...account, most: null, isLearnt: false, homes: 1, shut, closed });
  expect(lines[1]).toBe("  3 sessions now, no limit known; sheets wait for more");
  expect(lines[3]).toMatch(/^ {2}nothing is sent until .*: slow down$/);
  expect(lines[4]).toMatch(/^ {2}the day's budget is used up \(limits\.day_usd\) until /);
});
