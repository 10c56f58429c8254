import { expect } from "vitest";
import { kills } from "../../prove/kills.ts";
import { itLong } from "../kit/long.ts";

// The short, seeded run of `npm run prove -- kills`. Every day conductor/kills.test.ts kills at random points, and
// going-on.test.ts, isolation/after-crash.test.ts and isolation/branch.test.ts at chosen ones.
itLong(
  "kill -9 at random points of a 20-sheet job, then resume: nothing is lost or doubled, and no person is needed",
  {
    timeout: 600_000,
  },
  async () => {
    const result = await kills.run({ count: 1, seed: 20, say: () => undefined });

    expect(result.failures).toEqual([]);
    expect(result.figures).toMatchObject({ lost: 0, doubled: 0 });
  },
);
