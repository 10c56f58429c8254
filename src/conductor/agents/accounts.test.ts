import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { EpochMs } from "../../base/ids.ts";
import { withRunning } from "../../schedule/accounts/lane.ts";
import { noRules } from "../../schedule/accounts/rules.ts";
import { openLedger } from "../../store/sqlite/ledger.ts";
import { type Accounts, type LaneId, type Session, laneFor, makeAccounts } from "./accounts.ts";

const id: LaneId = { key: "a/m", account: "a", name: "claude", isHeard: true };
const ordinary = { isUrgent: false, isForced: false };
const usage = { inputTokens: 10, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, usd: null };

/** Two homes of one user, in a time that passes only when told. */
function homes() {
  let now = 1_000_000;
  let timers: { readonly at: number; readonly call: () => void }[] = [];
  const world = {
    now: () => now as EpochMs,
    after: (ms: number, call: () => void) => {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return () => void (timers = timers.filter((one) => one !== timer));
    },
  };
  const folder = join(tempFolder(), "accounts");
  const ledgers = [openLedger(folder), openLedger(folder)] as const;
  const pass = (ms: number): void => {
    const end = now + ms;
    for (;;) {
      const [next] = timers.toSorted((one, other) => one.at - other.at);
      if (next === undefined || next.at > end) break;
      timers = timers.filter((one) => one !== next);
      now = next.at;
      next.call();
    }
    now = end;
  };
  const accounts = ledgers.map((ledger) =>
    makeAccounts({ world, ledger, rules: () => noRules }),
  ) as unknown as readonly [Accounts, Accounts];
  return { folder, world, ledgers, accounts, pass };
}

const beginAll = (accounts: Accounts): readonly Session[] => {
  const begun: Session[] = [];
  for (let session = accounts.begin(id, ordinary); session !== null; session = accounts.begin(id, ordinary))
    begun.push(session);
  return begun;
};

it("one home learns from a refusal how many sessions there may be, and the other keeps to it", () => {
  const { accounts, world, pass } = homes();
  const [one, other] = accounts;
  const sessions = beginAll(one);
  expect(sessions).toHaveLength(4);
  const [refused] = sessions;
  refused?.back();
  const until = (world.now() + 1_000) as EpochMs;
  refused?.refused({ why: "limit", until, code: "E101", detail: "too many concurrent requests" });

  expect(other.look(world.now()).leave(id, { isUrgent: false })).toMatchObject({ kind: "shut", shut: { until } });
  pass(1_001);
  expect(other.look(world.now()).leave(id, { isUrgent: false })).toEqual({ kind: "full", why: "sessions", most: 3 });
  expect([beginAll(one), beginAll(other)]).toEqual([[], []]);
});

it("a home that waits is told when another home makes room, and gets it before the one that has more", () => {
  const { accounts, world, pass } = homes();
  const [one, other] = accounts;
  const [first] = beginAll(one);
  let calls = 0;
  other.follow(() => (calls += 1));
  expect(other.look(world.now()).leave(id, { isUrgent: false })).toMatchObject({ kind: "full", why: "sessions" });
  first?.back();
  expect(one.begin(id, ordinary)).toBeNull();
  pass(250);
  expect(calls).toBe(1);
  expect(other.begin(id, ordinary)).not.toBeNull();
});

it("sessions of a home whose process is gone are taken back, and so are those of one that is silent for long", () => {
  const { accounts, ledgers, folder, world, pass } = homes();
  const [, other] = accounts;
  const leftBy = (holder: string, at: number): void => {
    ledgers[0].change(id.key, (lane = laneFor(id)) => withRunning(lane, { now: at as EpochMs, holder }, 4));
  };
  leftBy("killed", world.now());
  writeFileSync(join(folder, "holders", "killed.lock"), "");
  expect(other.look(world.now()).leave(id, { isUrgent: false }).kind).toBe("full");
  pass(2_000);
  expect(other.look(world.now()).leave(id, { isUrgent: false }).kind).toBe("go");
  leftBy(ledgers[0].holder, world.now() - 11 * 60_000);
  expect(other.look(world.now()).leave(id, { isUrgent: false }).kind).toBe("full");
  pass(3_000);
  expect(other.look(world.now()).leave(id, { isUrgent: false }).kind).toBe("go");
});

it("answers make room for more, and what is used is known to both", () => {
  const { accounts, ledgers, world, pass } = homes();
  const [one, other] = accounts;
  for (const session of beginAll(one)) session.spent(usage);
  expect(other.look(world.now()).leave(id, { isUrgent: false }).kind).toBe("go");
  expect(ledgers[1].read(id.key)).toMatchObject({ window: 8, uses: [{ calls: 4, tokens: 44 }] });
  pass(40_000);
  expect(ledgers[1].read(id.key)?.window).toBeGreaterThan(8);
});
