import { expect, it } from "vitest";
import { takeStoreBack } from "../../../test/kit/earlier-store.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeOutcome } from "../../../test/kit/outcomes.ts";
import type { CommitSha, EpochMs, SheetId } from "../../base/ids.ts";
import type { OutcomeChange } from "../../learning/outcomes/outcome.ts";
import type { Entry } from "../entry.ts";
import { openReader, openStore } from "./open.ts";

const at = 9_000 as EpochMs;
const commit = "c".repeat(40) as CommitSha;
const learned = (change: OutcomeChange): Entry => ({ about: "outcome", change });
const begun = (attempt: number): Entry =>
  learned({ kind: "begun", outcome: makeOutcome({ attempt, fate: "running", drawn: { order: [1, 0] } }) });
const key = (attempt: number): { job: never; sheet: never; attempt: number } => ({
  job: "job-1" as never,
  sheet: "a" as never,
  attempt,
});

it("an attempt's record follows it from its start to a landing that is undone", async () => {
  const home = tempFolder();
  const store = await openStore(home);
  await store.journal.append([begun(1), begun(2)]);
  const ended = { code: null, usd: 2, tokens: 7, agentMs: 3, settledAt: at };
  await store.journal.append([learned({ kind: "ended", of: key(1), fate: "captured", ...ended })]);
  const settled = learned({ kind: "settled", of: key(1), fate: "landed", at, commit });
  // Written twice, it is there once.
  await store.journal.append([settled, settled]);
  expect(await store.outcomes(10)).toMatchObject([
    { attempt: 1, fate: "landed", commit, usd: 2, tokens: 7, agentMs: 3, drawn: { order: [1, 0] } },
    { attempt: 2, fate: "running" },
  ]);
  expect(await store.outcomes(1)).toMatchObject([{ attempt: 2 }]);
  await store.journal.append([learned({ kind: "looked", job: key(1).job, at, undone: ["b" as SheetId] })]);
  expect((await store.outcomes(10))[0]).toMatchObject({ fate: "landed", settledAt: at });
  await store.journal.append([learned({ kind: "reverted", at, commit })]);
  expect((await store.outcomes(10))[0]).toMatchObject({ fate: "undone" });
  await store.close();
});

it("a result that a person worked on is not its agent's any more", async () => {
  const store = await openStore(tempFolder());
  await store.journal.append([
    begun(1),
    learned({ kind: "settled", of: key(1), fate: "helped", at, commit: null }),
    learned({ kind: "settled", of: key(1), fate: "landed", at, commit }),
  ]);
  expect(await store.outcomes(10)).toMatchObject([{ fate: "helped", commit: null }]);
  await store.close();
});

it("a store that no writer has brought up to date yet has no records", async () => {
  const home = tempFolder();
  await (await openStore(home)).close();
  takeStoreBack(home, 9);
  const reader = await openReader(home);
  expect(await reader?.outcomes(10)).toEqual([]);
  await reader?.close();
});
