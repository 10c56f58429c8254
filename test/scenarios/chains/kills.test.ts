import { expect, it } from "vitest";
import { chains } from "../../../prove/chains.ts";

// The short, seeded run of `npm run prove -- chains`.
it("kill -9 around the ends of jobs: each job of a chain is started once, and no command runs twice", {
  timeout: 600_000,
}, async () => {
  const result = await chains.run({ count: 3, seed: 3, say: () => undefined });

  expect(result.failures).toEqual([]);
  expect(result.figures).toMatchObject({ lost: 0, doubled: 0 });
});
