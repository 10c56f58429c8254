import { expect, test } from "vitest";
import { makeJob } from "../../../test/kit/jobs.ts";
import type { CommitSha, EpochMs, SheetId } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { noRules } from "../../schedule/accounts/rules.ts";
import { makeLedger } from "../../store/ledger.ts";
import type { Entry } from "../../store/entry.ts";
import { makeAccounts } from "../agents/accounts.ts";
import { makeThrottles } from "../agents/throttles.ts";
import { openBook } from "../book.ts";
import type { Hands } from "../hands.ts";
import { steadyClock } from "../loop/course.ts";
import { begin } from "./begin.ts";

const start = 1_700_000_000_000;
const sheets = ["a", "b"];

/** A job about to begin, in a time that passes only when told, and its journal. */
function aboutToBegin(
  whileReading: (parts: { readonly pass: (ms: number) => void; readonly limit: (ms: number) => void }) => void,
) {
  const written: Entry[] = [];
  let passed = 0;
  let set = start;
  const world = { now: () => Math.floor(set + passed) as EpochMs, ticks: () => passed };
  const journal = { append: (entries: readonly Entry[]) => Promise.resolve(written.push(...entries)) };
  const throttles = makeThrottles({
    world,
    journal,
    known: new Map(),
    policy: () => ({ failures: 5, recoveryMs: 1000 }),
    accounts: makeAccounts({
      world: { ...world, after: () => () => undefined },
      ledger: makeLedger(),
      rules: () => noRules,
    }),
  });
  const pass = (ms: number): void => void (passed += ms);
  const limit = (ms: number): void => {
    const at = world.now();
    const trouble = { code: "E101", detail: "slow down", resetAt: (at + ms) as EpochMs } as const;
    void throttles.note(
      { agent: { kind: "scripted" } },
      { end: { kind: "exited", code: 1 }, trouble, at, chance: 0 },
      { limitWaitMs: 1, jitter: false },
    );
  };
  const readBase = (): Promise<CommitSha> => {
    whileReading({ pass, limit });
    return Promise.resolve("base" as CommitSha);
  };
  const book = openBook(journal, { job: makeJob("job", sheets), states: new Map() });
  const now = steadyClock(world);
  const order: Hands["order"] = ({ sheet: { id } }) =>
    Promise.resolve([{ about: "fleet", change: { kind: `claim of ${id}` } }]);
  return {
    written,
    limit,
    pass,
    set: (ms: number) => void (set += ms),
    begin: () =>
      begin({ world, throttles, readBase, order } as unknown as Hands, book, {
        start: sheets as SheetId[],
        agentFor: () => 0,
        now,
      }),
    starts: () =>
      written
        .flatMap((entry): SheetEvent[] => (entry.about === "sheet" ? [entry.event] : []))
        .map(({ at }) => at - start),
    resets: () => written.flatMap((entry) => (entry.about === "gate" ? [(entry.gate.shut?.until ?? 0) - start] : [])),
  };
}

test("a start is recorded at the moment at which its agent was free, not at the one at which its base was first asked for", async () => {
  const job = aboutToBegin(({ pass, limit }) => {
    limit(30);
    pass(31);
  });
  expect(await job.begin()).toHaveLength(2);
  expect([job.resets(), job.starts()]).toEqual([[30], [31, 31]]);
});

test("nothing starts in the last part of a millisecond before a limit ends", async () => {
  const job = aboutToBegin(() => undefined);
  job.limit(30);
  job.pass(29.9);
  expect([await job.begin(), job.starts()]).toEqual([[], []]);
  job.pass(0.2);
  await job.begin();
  expect([job.resets(), job.starts()]).toEqual([[30], [30, 30]]);
});

test("a sheet that waited for a limit to end starts though the clock was set back, and the journal has its start behind the end", async () => {
  const job = aboutToBegin(() => undefined);
  job.limit(30);
  job.set(-3_600_000);
  job.pass(30);
  expect(await job.begin()).toHaveLength(2);
  expect([job.resets(), job.starts()]).toEqual([[30], [30, 30]]);
});

test("entries of a start are written with it, and not where nothing starts", async () => {
  const job = aboutToBegin(() => undefined);
  job.limit(30);
  await job.begin();
  const claims = (): unknown[] => job.written.flatMap((entry) => (entry.about === "fleet" ? [entry.change.kind] : []));
  expect(claims()).toEqual([]);
  job.pass(30);
  await job.begin();
  expect([claims(), job.starts().length]).toEqual([["claim of a", "claim of b"], 2]);
});
