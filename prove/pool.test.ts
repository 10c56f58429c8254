import { expect, it } from "vitest";
import { times } from "../test/kit/long.ts";
import { pool } from "./pool.ts";

it("whoever gets a context of the pool sees nothing of those who used its files before", async () => {
  const count = times(16, 300);
  const { failures, tried } = await pool.run({ count, seed: 11, say: () => undefined });
  expect([failures, tried]).toEqual([[], count]);
});
