import { expect, it } from "vitest";
import { times } from "../test/kit/long.ts";
import { pool } from "./pool.ts";

it("the next user of a context from the pool sees nothing of earlier users", async () => {
  const count = times(6, 300);
  const { failures, tried } = await pool.run({ count, seed: 11, say: () => undefined });
  expect([failures, tried]).toEqual([[], count]);
});
