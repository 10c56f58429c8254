import { expect, it } from "vitest";
import { times } from "../test/kit/long.ts";
import { merges } from "./merges.ts";

it("no accepted merge loses what a side added, revives what it removed, or fails to parse", async () => {
  const count = times(60, 2_000);
  const { failures, tried, figures } = await merges.run({ count, seed: 35, say: () => undefined });
  expect([failures, tried]).toEqual([[], count]);
  expect(Number(figures["resolved"])).toBeGreaterThan(0);
});
