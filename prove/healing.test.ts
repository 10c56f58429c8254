import { expect } from "vitest";
import { itLong, times } from "../test/kit/long.ts";
import { healing } from "./healing.ts";

// The short, seeded run of `npm run prove -- healing`: it needs the built Tutti, which `npm test` makes first.
itLong(
  "faults that rules know are healed or stop the job with the right sentence, and never loop",
  {
    timeout: 3_600_000,
  },
  async () => {
    const count = times(3, healing.defaultCount);
    const { failures, tried, figures } = await healing.run({ count, seed: 8, say: () => undefined });
    expect([failures, tried]).toEqual([[], count]);
    expect(figures).toMatchObject({ loops: 0, lost: 0 });
  },
);
