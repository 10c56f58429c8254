import { expect, test } from "vitest";
import { provePerson } from "../../prove/person.ts";
import { times } from "../kit/long.ts";

// The short, seeded run of `npm run prove -- person`: it needs the built Tutti, which `npm test` makes first.
test("a person works in the checkout while results land: nothing of either is lost, and nothing false is said", {
  timeout: 600_000,
}, async () => {
  const result = await provePerson({ count: 1, seed: 3, say: () => undefined }, times(3, 8));

  expect(result.failures).toEqual([]);
  expect(result.figures).toMatchObject({ lost: 0, false: 0, hung: 0 });
});
