import { expect } from "vitest";
import { playRound } from "../../prove/limits/round.ts";
import type { Setting } from "../../prove/limits/setting.ts";
import { removePlayground } from "../../prove/playground.ts";
import { itLong } from "../kit/long.ts";

// The short run of `npm run prove -- limits`. Every day agents/limits.test.ts and agents/stops.test.ts play each of its
// incidents for itself.
const setting: Setting = {
  sheets: 10,
  parallel: 8,
  turns: 1,
  allowance: { requests: 4, windowMs: 4000 },
  incidents: ["kill", "terminal"],
};

itLong(
  "limits are waited for at no cost, a refused key is not used again, and a conductor that is killed knows it all",
  {
    timeout: 600_000,
  },
  async () => {
    const { ground, ...round } = await playRound(7, setting);

    expect(round).toMatchObject({ wrong: [], landed: 10, lives: 3, afterTerminal: 0, whileShut: 0, spentOnLimits: 0 });
    expect([round.terminalErrors > 0, round.limited > 0]).toEqual([true, true]);
    await removePlayground(ground);
  },
);
