import { expect, test } from "vitest";
import { firstWays, incidents, playIncidents } from "../../../prove/incidents.ts";
import { itLong } from "../../kit/long.ts";

const say = (): void => undefined;

test("landings that went wrong elsewhere end right, and state, journal, git and proof say the same", async () => {
  const result = await playIncidents(firstWays, say);

  expect(result.failures).toEqual([]);
  expect(result.figures).toEqual({ incidents: 12, violations: 0 });
});

// The same as `npm run prove -- incidents`.
itLong("each of them in each of its ways", async () => {
  const result = await incidents.run({ count: incidents.defaultCount, seed: 0, say });

  expect(result.failures).toEqual([]);
  expect(result.figures).toEqual({ incidents: 12, violations: 0 });
});
