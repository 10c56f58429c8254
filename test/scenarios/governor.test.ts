import { expect } from "vitest";
import { type Setting, playRound } from "../../prove/governor/round.ts";
import { removePlayground } from "../../prove/playground.ts";
import { itLong } from "../kit/long.ts";

// The short run of `npm run prove -- governor`. Every day src/schedule/accounts plays the same rules with 150 sheets in
// a simulated time, and src/conductor/agents/accounts.test.ts with two homes and a real ledger.
const setting: Setting = {
  jobs: 3,
  sheets: 4,
  turns: 2,
  turnMs: 300,
  turnTokens: 100,
  binds: "sessions",
  allowance: { sessions: 3, calls: 1_000, tokens: 1_000_000, spanMs: 10_000 },
};

itLong(
  "jobs of two homes share what one account allows, and no sheet is refused twice",
  { timeout: 600_000 },
  async () => {
    const round = await playRound(3, setting);
    expect(round).toMatchObject({ landed: 12, wrong: [] });
    expect(round.mostRefused).toBeLessThanOrEqual(1);
    for (const ground of round.grounds) await removePlayground(ground);
  },
);
