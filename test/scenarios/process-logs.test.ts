import { expect, test } from "vitest";
import { logs } from "../../prove/logs.ts";

// The short, seeded run of `npm run prove -- logs`.
test("every line that a program printed is in its log and was told, however it ended", async () => {
  const result = await logs.run({ count: 24, seed: 6, say: () => undefined });

  expect(result.failures).toEqual([]);
  expect(result.figures).toMatchObject({ "lines delivered": "24000 of 24000" });
});
