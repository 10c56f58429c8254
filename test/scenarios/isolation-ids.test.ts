import { expect, test } from "vitest";
import { ids } from "../../prove/ids.ts";
import { times } from "../kit/long.ts";

// The short, seeded run of `npm run prove -- ids`.
test("two tasks never share a path or a ref under any name, and git takes every name", async () => {
  const result = await ids.run({ count: times(150, 800), seed: 4, say: () => undefined });

  expect(result.failures).toEqual([]);
  expect(result.figures).toMatchObject({
    collisions: 0,
    "outside the root": 0,
    "refused by git": 0,
    "refused by the disk": 0,
  });
});
