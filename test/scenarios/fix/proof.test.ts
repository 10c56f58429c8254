import { expect, it } from "vitest";
import { fixOf } from "../../../prove/fix.ts";
import { times } from "../../kit/long.ts";

// The short, seeded run of `npm run prove -- fix`: it needs the built Tutti, which `npm test` makes first.
it("many files at once, then with kill -9 of client and conductor: each lands once, the user's checkout moves with landings alone", {
  timeout: 600_000,
}, async () => {
  const files = times(6, 12);
  const result = await fixOf({ files, atOnce: 4 }).run({ count: 1, seed: 14, say: () => undefined });

  expect(result.failures).toEqual([]);
  expect(result.figures).toMatchObject({ files: 2 * files, lost: 0, doubled: 0, "left behind": 0 });
  expect(result.figures["kills"]).toBeGreaterThanOrEqual(1);
});
