import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobId, SheetId } from "../../base/ids.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { openPool } from "../../store/postgres/connect.ts";
import { postgresUrl } from "../../../test/kit/postgres.ts";
import { type FleetTables, openTables } from "./conductor-side.ts";
import { ClaimLost, type FleetLine, openLine } from "./worker-side.ts";

const about = { labels: [], slots: 2, version: "1" };
let url: string;
let tables: FleetTables;
const lines: FleetLine[] = [];

beforeAll(async () => {
  url = await postgresUrl();
  tables = await lead();
});

afterAll(async () => {
  for (const line of lines) await line.close();
  await tables.close();
});

function lead(): Promise<FleetTables> {
  const endpoint = { url: "http://127.0.0.1:1", ca: null };
  return openTables({
    pool: openPool({ url, env: {} }),
    world: realWorld,
    leaseMs: 4_000,
    endpoint,
    heard: () => undefined,
    storeEpoch: null,
  });
}

async function join(name: string): Promise<{ readonly line: FleetLine; readonly token: string }> {
  const token = await tables.addWorker(name);
  const line = openLine({ url, token, world: realWorld }, () => undefined);
  lines.push(line);
  await line.join(about);
  return { line, token };
}

let sheets = 0;

async function order(): Promise<number> {
  const epoch = await tables.nextEpoch();
  sheets += 1;
  const name = { job: "job" as JobId, sheet: `s${String(sheets)}` as SheetId, attempt: 1, epoch };
  const ref = `refs/tutti/job/${name.sheet}/1-${String(epoch)}`;
  await tables.order([{ ...name, labels: [], priority: 0, ref, repository: "r" }]);
  return epoch;
}

/** As a worker that speaks SQL by itself. */
async function statement(token: string, text: string): Promise<string> {
  const role = token.slice(0, token.indexOf("."));
  const own = new URL(url);
  own.searchParams.set("user", role);
  const client = new Client({ connectionString: own.href });
  await client.connect();
  try {
    await client.query(text);
    return "done";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

test("a worker acts on the claim that it took, and no other worker does, not even with its token", async () => {
  const [mine, theirs] = [await join("mine"), await join("theirs")];
  const epoch = await order();
  const [claim] = await mine.line.take(2);
  expect([claim?.epoch, await theirs.line.take(2)]).toEqual([epoch, []]);
  const stolen = claim?.token ?? "";
  await mine.line.say(stolen, 1, [{ body: { notice: "mine" }, bytes: null }]);
  await expect(theirs.line.say(stolen, 2, [{ body: { notice: "theirs" }, bytes: null }])).rejects.toThrow(ClaimLost);
  await expect(theirs.line.hear(stolen, 0)).rejects.toThrow(ClaimLost);
  expect((await theirs.line.beat([stolen])).alive).toEqual([]);
  expect((await tables.said()).map(({ body }) => body)).toEqual([{ notice: "mine" }]);
  expect(await tables.admit(theirs.token, epoch)).toBeNull();
  expect(await tables.admit(mine.token, epoch)).not.toBeNull();
  expect(await tables.admit(`${mine.token}x`, epoch)).toBeNull();
});

test("nothing that a worker says counts once its claim was given up", async () => {
  const { line, token } = await join("late");
  const epoch = await order();
  const [claim] = await line.take(1);
  await tables.finish(epoch, "its lease ended");
  await expect(line.say(claim?.token ?? "", 1, [{ body: { answer: 1, gives: null }, bytes: null }])).rejects.toThrow(
    ClaimLost,
  );
  expect((await line.beat([claim?.token ?? ""])).alive).toEqual([]);
  expect([await tables.admit(token, epoch), await tables.call(epoch, { cancel: 1, why: "x" })]).toEqual([null, false]);
});

test.each([
  "select * from tutti_fleet.claims",
  "select token from tutti_fleet.claims",
  "select secret from tutti_fleet.workers",
  "update tutti_fleet.claims set worker = 'theirs'",
  "insert into tutti_fleet.said values (1, 1, '{}', null)",
  "select * from pgboss.job",
  "select tutti_fleet.finish(1, 1, 'x')",
  "select tutti_fleet.call(1, 1, '{}')",
  "select tutti_fleet.held(gen_random_uuid())",
  "update tutti_fleet.fleet set leader = 9",
  "create table tutti_fleet.mine (x int)",
  "create role other",
])("a worker that speaks SQL by itself is refused: %s", async (text) => {
  const token = await tables.addWorker(`w${String(Math.abs(hash(text)))}`);
  expect(await statement(token, text)).toMatch(/permission denied|must be/);
});

function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);
}

test("a second process that joins as the same worker takes its place", async () => {
  const { line, token } = await join("twice");
  const second = openLine({ url, token, world: realWorld }, () => undefined);
  lines.push(second);
  await second.join(about);
  await expect(line.beat([])).rejects.toThrow(ClaimLost);
});

test("a worker that was removed is not let in any more", async () => {
  const { line } = await join("gone");
  expect(await tables.removeWorker("gone")).toBe(true);
  await expect(line.beat([])).rejects.toThrow();
  expect(await tables.removeWorker("gone")).toBe(false);
});

test("a conductor that another one has replaced gives out no claims and ends none", async () => {
  const old = tables;
  const epoch = await order();
  tables = await lead();
  await expect(old.finish(epoch, null)).rejects.toThrow("another conductor leads");
  await expect(old.call(epoch, { cancel: 1, why: "x" })).rejects.toThrow("another conductor leads");
  expect((await tables.live()).some((claim) => claim.epoch === epoch)).toBe(false);
  await old.close();
});
