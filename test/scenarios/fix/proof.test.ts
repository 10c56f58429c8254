import { expect } from "vitest";
import { fixOf } from "../../../prove/fix.ts";
import { itLong } from "../../kit/long.ts";

// The short, seeded run of `npm run prove -- fix`, which needs the built Tutti that `npm test` makes first. Other tests
// cover the daily cases: conductor/kills.test.ts has a job whose conductor is killed, and bytes.test.ts has many files
// at once.
itLong(
  "many files at once, then with kill -9 of client and conductor: each lands once, the user's checkout moves with landings alone",
  {
    timeout: 600_000,
  },
  async () => {
    const files = 12;
    const result = await fixOf({ files, atOnce: 4 }).run({ count: 1, seed: 14, say: () => undefined });

    expect(result.failures).toEqual([]);
    expect(result.figures).toMatchObject({ files: 2 * files, lost: 0, doubled: 0, "left behind": 0 });
    expect(result.figures["kills"]).toBeGreaterThanOrEqual(1);
  },
);
