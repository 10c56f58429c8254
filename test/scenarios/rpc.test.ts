import { expect, test } from "vitest";
import { rpc } from "../../prove/rpc.ts";

// The short, seeded run of `npm run prove -- rpc`.
test("no message to a conductor's socket has an effect, except a valid call with the token", async () => {
  const result = await rpc.run({ count: 2000, seed: 3, say: () => undefined });

  expect(result.failures).toEqual([]);
  expect(result.figures).toMatchObject({ effects: 0 });
  expect(result.figures["good calls"]).toBeGreaterThan(1000);
});
