import { expect, test } from "vitest";
import { playModel } from "../../../prove/queue/model.ts";
import { race } from "../../../prove/queue/race.ts";
import { itLong } from "../../kit/long.ts";

// The short, seeded runs of `npm run prove -- queue`.
test("after any events in a queue, each result lands once or is refused, and no work is lost", async () => {
  const { failures, sequences, landed, refused, gateRuns } = await playModel({ count: 400, seed: 7, size: 80 });

  expect(failures).toEqual([]);
  expect(sequences).toBe(400);
  // Sequences in which nothing comes to anything would show nothing.
  expect(Math.min(landed, refused, gateRuns)).toBeGreaterThan(400);
});

itLong(
  "landers with a home each, and commits by others just before each lot lands: each result lands once, without force",
  {
    timeout: 300_000,
  },
  async () => {
    const end = await race({ landers: 2, candidates: 12, everyMs: null, patienceMs: 240_000 });

    expect(end.wrong).toEqual([]);
    expect(end).toMatchObject({ candidates: 12, landed: 11, refused: 1, outside: 4 });
    expect(end.moved).toBeGreaterThanOrEqual(12);
  },
);
