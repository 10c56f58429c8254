import { expect, test } from "vitest";
import { incidents } from "../../../prove/incidents.ts";

// All of them, once: the same as `npm run prove -- incidents`.
test("landings that went wrong elsewhere end right, and state, journal, git and proof say the same", {
  timeout: 300_000,
}, async () => {
  const result = await incidents.run({ count: incidents.defaultCount, seed: 0, say: () => undefined });

  expect(result.failures).toEqual([]);
  expect(result.figures).toEqual({ incidents: 12, violations: 0 });
});
