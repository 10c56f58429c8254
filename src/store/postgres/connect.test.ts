import { describe, expect, it } from "vitest";
import { postgresUrl } from "../../../test/kit/postgres.ts";
import { shownAddress } from "../../base/store-address.ts";
import { connectPipelined, openPool } from "./connect.ts";

describe("a connection to PostgreSQL", () => {
  it("gives counts and times as numbers", async () => {
    const pool = openPool({ url: await postgresUrl(), env: {} });
    const { rows } = await pool.query("select count(*) as count, 1763430000000::bigint as at, sum(2::bigint) as sum");
    await pool.end();
    expect(rows).toEqual([{ count: 1, at: 1_763_430_000_000, sum: 2 }]);
  });

  it("answers statements in the order in which they were sent", async () => {
    const client = await connectPipelined({ url: await postgresUrl(), env: {} });
    const answers = await Promise.all([1, 2, 3].map((number) => client.query("select $1::int as number", [number])));
    await client.end();
    expect(answers.flatMap(({ rows }) => rows as unknown[])).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
  });

  it("is refused with the address and without the password if no server answers", async () => {
    const url = "postgres://tutti:secret@127.0.0.1:1/work";
    await expect(connectPipelined({ url, env: {} })).rejects.toMatchObject({
      code: "store.unreachable",
      message: expect.stringContaining("postgres://tutti:***@127.0.0.1:1/work") as string,
    });
  });

  it("is refused if the password is a variable that is not set", async () => {
    const url = "postgres://tutti:$NOT_SET@127.0.0.1:1/work";
    await expect(connectPipelined({ url, env: {} })).rejects.toMatchObject({ code: "store.no_password" });
    expect(shownAddress(url)).toContain("$NOT_SET");
  });
});
