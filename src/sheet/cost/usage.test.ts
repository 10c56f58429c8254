import { expect, it } from "vitest";
import { type Usage, nothingSpentYet, spentTogether, spentWith, usageWithout, usedTogether } from "./usage.ts";

const usage = (inputTokens: number, usd: number | null): Usage => ({
  inputTokens,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd,
});

it("the usage that an agent reports of its whole session counts once: the part known before is taken off", () => {
  expect(usageWithout(usage(500, 0.5), usage(300, 0.2))).toMatchObject({ inputTokens: 200, usd: 0.3 });
  expect(usageWithout(usage(500, null), usage(300, 0.2))).toMatchObject({ inputTokens: 200, usd: null });
  expect(usageWithout(usage(500, 0.5), null)).toEqual(usage(500, 0.5));
  // An agent that forgot its session tells less than before.
  expect(usageWithout(usage(100, 0.1), usage(300, 0.2))).toMatchObject({ inputTokens: 0, usd: 0 });
});

it("money that is known stays known beside what is not, and how much is not is counted", () => {
  const spent = spentWith(spentWith(spentWith(nothingSpentYet, usage(1, 0.5)), null), usage(1, null));
  expect(spent).toMatchObject({ usd: 0.5, inputTokens: 2, unknown: 2 });
  expect(spentTogether(spent, spent)).toMatchObject({ usd: 1, unknown: 4 });
  expect(usedTogether(null, usage(1, 1))).toEqual(usage(1, 1));
});
