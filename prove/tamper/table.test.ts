import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { itLong } from "../../test/kit/long.ts";
import { tamper } from "../tamper.ts";
import { forgeries, forgeriesTable } from "./table.ts";

it("what verify says of forgeries is told in docs/landing.md as it is proven", () => {
  expect(readFileSync(new URL("../../docs/landing.md", import.meta.url), "utf8")).toContain(forgeriesTable());
  expect(new Set(forgeries.map(({ name }) => name)).size).toBe(forgeries.length);
  expect(forgeries.length).toBeGreaterThanOrEqual(25);
});

// A part of `npm run prove -- tamper`: what decides about landing, and what was taken for proven.
itLong(
  "forged landings are told from real ones, and nothing false is said of others",
  { timeout: 600_000 },
  async () => {
    const result = await tamper.run({ count: 3, seed: 0, say: () => undefined });
    expect(result.failures).toEqual([]);
    expect(result.figures).toMatchObject({ forgeries: 3, false: 0 });
  },
);
