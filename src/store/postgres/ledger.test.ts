import { expect, it } from "vitest";
import { postgresUrl } from "../../../test/kit/postgres.ts";
import type { Lane } from "../../schedule/accounts/lane.ts";
import { openPostgresLedger, readPostgresLedger } from "./ledger.ts";
import { openPostgres } from "./open.ts";

const quiet = { home: "/home", notice: () => undefined, onWait: () => undefined };
const lane = (name: string): Lane => ({ name }) as Lane;

it("a leader finds what the one before it knew of accounts, and one that was replaced changes nothing", async () => {
  const address = { url: await postgresUrl(), env: {} };
  const store = await openPostgres(address, quiet);
  const first = await openPostgresLedger(address, store.epoch, () => undefined);
  first.change("claude", () => lane("kept"));
  first.change("codex", () => lane("gone"));
  first.change("codex", () => undefined);
  const found = async () => [...(await readPostgresLedger(address))];
  await expect.poll(found).toEqual([["claude", lane("kept")]]);
  await store.close();

  const next = await openPostgres(address, quiet);
  const second = await openPostgresLedger(address, next.epoch, () => undefined);
  expect(second.read("claude")).toEqual(lane("kept"));
  expect(second.gone([first.holder, second.holder])).toEqual([first.holder]);
  first.change("claude", () => lane("stale"));
  first.close();
  second.change("gemini", () => lane("new"));
  await expect.poll(async () => (await found()).length).toBe(2);
  expect(new Map(await found()).get("claude")).toEqual(lane("kept"));
  second.close();
  await next.close();
});
