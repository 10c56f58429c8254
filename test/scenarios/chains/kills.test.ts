import { expect, it } from "vitest";
import { chains } from "../../../prove/chains.ts";
import { notify } from "../../../prove/notify.ts";
import { schedules } from "../../../prove/schedules.ts";
import { itLong, times } from "../../kit/long.ts";

// The short, seeded run of `npm run prove -- chains`.
it("kill -9 around the ends of jobs: each job of a chain is started once, and no command runs twice", {
  timeout: 600_000,
}, async () => {
  const result = await chains.run({ count: times(1, 3), seed: 3, say: () => undefined });

  expect(result.failures).toEqual([]);
  expect(result.figures).toMatchObject({ lost: 0, doubled: 0 });
});

// The short, seeded run of `npm run prove -- notify`.
itLong(
  "kill -9 while people are told: each event is told by one message, and none is lost",
  {
    timeout: 600_000,
  },
  async () => {
    const result = await notify.run({ count: 3, seed: 4, say: () => undefined });

    expect(result.failures).toEqual([]);
    expect(result.figures).toMatchObject({ lost: 0, doubled: 0 });
  },
);

// The short, seeded run of `npm run prove -- schedules`; its seed gives the policy that makes up for all.
itLong(
  "kill -9 of a conductor with a schedule: no moment starts two runs, and missed ones are made up for",
  {
    timeout: 600_000,
  },
  async () => {
    const result = await schedules.run({ count: 3, seed: 2, say: () => undefined });

    expect(result.failures).toEqual([]);
    expect(result.figures).toMatchObject({ lost: 0, doubled: 0 });
  },
);
