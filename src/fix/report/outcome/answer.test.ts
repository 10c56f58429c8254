import { describe, expect, it } from "vitest";
import { counted, fixRecord, fixSheet } from "../../../../test/kit/fix-record.ts";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { wireGit } from "../../../../test/kit/git.ts";
import { makeJob, makePlan, makeRetry, makeSheet, submitted } from "../../../../test/kit/jobs.ts";
import { makeRepository } from "../../../../test/kit/repository.ts";
import { begun, captured, over } from "../../../../test/kit/told.ts";
import type { CommitSha, EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import { openBook } from "../../../conductor/book.ts";
import type { FindingCounts } from "../../../findings/counts.ts";
import type { FixOutcome, FixRecord, FixSheet } from "../../model.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";
import type { Job } from "../../../sheet/job.ts";
import type { ValidationResult, Verdict } from "../../../sheet/verdict.ts";
import { saveFix } from "../../../store/entry.ts";
import { openStore } from "../../../store/sqlite/open.ts";
import { readFixReport } from "./answer.ts";

const landed = "e".repeat(40) as CommitSha;

function verdict(findings: FindingCounts | null, more: Partial<ValidationResult> = {}): Verdict {
  const result = { index: 0, description: "eslint", passed: true, reason: "", ...more };
  return { kind: "judged", results: [findings === null ? result : { ...result, findings }] };
}

const usage = (usd: number | null) => ({
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd,
});

function landing(second: number): readonly SheetEvent[] {
  const at = (second * 1000) as EpochMs;
  return [
    { kind: "landing", at, commit: landed, parent: captured, target: "refs/heads/main", level: "validated-as-landed" },
    { kind: "landed", at, commit: landed },
  ];
}

/** The report on a sheet with an auto-fixer and then two other agents, after these events. */
async function told(
  events: readonly SheetEvent[],
  more: Partial<FixSheet> = {},
  about: Partial<FixRecord> = {},
): Promise<FixOutcome | undefined> {
  const store = await openStore(tempFolder());
  const plan = makeSheet("a.js", {
    agent: { kind: "profile", name: "fixer", model: null } as never,
    fallbacks: [{ kind: "profile", name: "claude", model: "opus" } as never],
    retry: { ...makeRetry({}), attempts: 1, goesOn: true },
  });
  const job = makeJob("job-1", [], { plan: makePlan([plan]) });
  const record = fixRecord([fixSheet("a.js", 5, { hasAutofix: true, ...more })], about);
  await store.journal.append([submitted(job), saveFix(job.id, record)]);
  const book = openBook(store.journal, { job, states: new Map() });
  for (const event of events) await book.recordSheets([{ sheet: "a.js" as SheetId, event }]);
  const answer = await readFixReport({ git: wireGit(), store, isPlayed: () => Promise.resolve(true) }, { job: job.id });
  expect(answer.record).toEqual(record);
  await store.close();
  return answer.outcomes[0];
}

const part = counted({ "no-undef": 3 }, { "no-undef": 2 });
const isPart = { passed: false, reason: "2 remain", partly: "lands" } as const;
const isBad = { passed: false, reason: "1 was introduced" } as const;

describe("the report on a sheet of a fix job", () => {
  it("that has not begun", async () => {
    expect(await told([])).toEqual({
      sheet: "a.js",
      state: "open",
      counts: null,
      attempts: 0,
      commit: null,
      costUsd: 0,
      tookMs: null,
      why: null,
      agents: [],
      unknownCosts: 0,
    });
  });

  it("that the auto-fixer fixed: it costs nothing, although it reports no cost", async () => {
    const all = counted({ "no-undef": 5 });
    expect(await told([begun(1, 1), over(1, 2, { usage: null, verdict: verdict(all) }), ...landing(3)])).toEqual({
      sheet: "a.js",
      state: "landed",
      counts: [all],
      attempts: 1,
      commit: landed,
      costUsd: 0,
      tookMs: 4,
      why: null,
      agents: ["auto-fix"],
      span: { from: 1000, to: 3000 },
      unknownCosts: 0,
    });
  });

  it("whose agent is at work: what that costs it has not told yet, and the auto-fixer still costs nothing", async () => {
    const outcome = await told([
      begun(1, 1),
      over(1, 2, { usage: null, verdict: verdict(part, isPart) }),
      { ...begun(2, 3), agent: 1 } as SheetEvent,
    ]);
    expect(outcome).toMatchObject({ state: "open", attempts: 2, costUsd: null, unknownCosts: 0 });
    expect(await told([begun(1, 1)])).toMatchObject({ state: "open", attempts: 1, costUsd: 0 });
  });

  it("whose agents end without a word about money: each counts as unknown", async () => {
    const outcome = await told([
      begun(1, 1),
      over(1, 2, { usage: null, verdict: verdict(part, isPart) }),
      { ...begun(2, 3), agent: 1 } as SheetEvent,
      over(2, 4, { usage: usage(null), verdict: verdict(null) }),
    ]);
    expect(outcome).toMatchObject({ costUsd: null, unknownCosts: 1 });
  });

  it("that was dropped in review", async () => {
    const result: SheetEvent = over(1, 2, { usage: null, verdict: verdict(counted({ "no-undef": 5 })) });
    expect(
      await told([begun(1, 1), result, { kind: "cancelled", at: 3000 as EpochMs, capture: null, isDropped: true }]),
    ).toMatchObject({
      state: "cancelled",
      why: "its result was dropped by a person",
    });
  });

  it("without an auto-fixer: what the agent does not say is not known", async () => {
    const outcome = await told(
      [begun(1, 1), over(1, 2, { usage: null, verdict: verdict(counted({ "no-undef": 5 })) }), ...landing(3)],
      { hasAutofix: false },
    );
    expect(outcome).toMatchObject({ agents: ["fixer"], costUsd: null });
  });

  it("whose second agent brought something in: what landed is the work of the first, and counts", async () => {
    const outcome = await told([
      begun(1, 1),
      over(1, 2, { usage: null, verdict: verdict(part, isPart) }),
      { ...begun(2, 3), agent: 1 } as SheetEvent,
      over(2, 4, { usage: usage(0.5), verdict: verdict(counted({ "no-undef": 5 }, {}, { "no-eval": 1 }), isBad) }),
      ...landing(5),
    ]);
    expect(outcome).toMatchObject({
      state: "landed",
      counts: [part],
      attempts: 2,
      agents: ["auto-fix", "claude (opus)"],
      costUsd: 0.5,
    });
  });

  it("that failed: the last result that was looked at, though a later attempt was not", async () => {
    const outcome = await told([
      begun(1, 1),
      over(1, 2, { usage: null, verdict: verdict(part, { ...isPart, partly: "continues" }) }),
      { ...begun(2, 3), agent: 1 } as SheetEvent,
      over(2, 4, { usage: null, verdict: verdict(null, isBad) }),
    ]);
    expect(outcome).toMatchObject({
      state: "failed",
      counts: [part],
      commit: null,
      costUsd: null,
      why: expect.stringContaining("1 was introduced") as string,
    });
  });

  it("in place: the last look gives the state of the folder, and no look counts once an agent worked on it again", async () => {
    const first = [
      begun(1, 1),
      over(1, 2, { usage: null, verdict: verdict(part, { ...isPart, partly: "continues" }) }),
    ];
    const again = { ...begun(2, 3), agent: 1 } as SheetEvent;
    const inPlace = (...events: readonly SheetEvent[]): Promise<FixOutcome | undefined> =>
      told([...first, ...events], {}, { commit: null });
    expect(await inPlace()).toMatchObject({ isInPlace: true, state: "open", counts: [part] });
    expect(await inPlace(again)).toMatchObject({ counts: null });
    expect(await inPlace(again, over(2, 4, { usage: null, verdict: verdict(null, isBad) }))).toMatchObject({
      state: "failed",
      counts: null,
    });
    const worse = counted({ "no-undef": 5 }, {}, { "no-eval": 1 });
    expect(await inPlace(again, over(2, 4, { usage: null, verdict: verdict(worse, isBad) }))).toMatchObject({
      state: "failed",
      counts: [worse],
    });
  });

  it("that landed without having been measured: an earlier attempt's numbers are not taken for it", async () => {
    const outcome = await told([
      begun(1, 1),
      over(1, 2, { usage: null, verdict: verdict(part, isBad) }),
      { ...begun(2, 3), agent: 1 } as SheetEvent,
      over(2, 4, { usage: usage(null), verdict: verdict(null) }),
      ...landing(5),
    ]);
    expect(outcome).toMatchObject({ state: "landed", counts: null, costUsd: null });
  });
});

const gone = { state: "undone", why: "its commit is not on the target any more" };
const stands = { state: "landed", why: null };
it.each([
  ["is there", { back: 0, pull: false, told: stands }],
  ["was reset", { back: 1, pull: false, told: gone }],
  ["was merged elsewhere, and not fetched yet", { back: 1, pull: true, told: stands }],
])("a sheet counts by where its commit is: it %s", async (_, { back, pull, told: expected }) => {
  const repository = makeRepository({ "a.js": "1\n" });
  const [since, commit] = [
    repository.head(),
    repository.commit({ "a.js": "2\n" }, "fix: it\n\nTutti-Job: job-1\nTutti-Sheet: a.js"),
  ];
  repository.git("reset", "-q", "--hard", `HEAD~${String(back)}`);
  const store = await openStore(tempFolder());
  const place = { commonDir: repository.gitDir, gitDir: repository.gitDir, top: repository.path } as Job["repository"];
  const job = makeJob("job-1", ["a.js"], { target: "refs/heads/main", repository: place });
  await store.journal.append([submitted(job), saveFix(job.id, fixRecord([fixSheet("a.js", 1)], { commit: since }))]);
  const book = openBook(store.journal, { job, states: new Map() });
  const merged: readonly SheetEvent[] = [
    { kind: "proposed", at: 3000 as EpochMs, commit, pull: { number: 1, url: "https://forge.test/1", branch: "b" } },
    { kind: "merged", at: 4000 as EpochMs, commit },
  ];
  const alone: readonly SheetEvent[] = landing(3).map((event) => ({ ...event, commit }) as SheetEvent);
  for (const event of [begun(1, 1), over(1, 2, { verdict: verdict(null) }), ...(pull ? merged : alone)])
    await book.recordSheets([{ sheet: "a.js" as SheetId, event }]);
  const answer = await readFixReport({ git: wireGit(), store, isPlayed: () => Promise.resolve(true) }, { job: job.id });
  expect(answer.outcomes).toMatchObject([{ ...expected, commit }]);
  await store.close();
});

it("a sheet that no agent tries, since another failed and the job stops with the first, is not open", async () => {
  const store = await openStore(tempFolder());
  const retry = makeRetry({ attempts: 1, completions: 0 });
  const job = makeJob("job-1", [], {
    plan: {
      ...makePlan(["a.js", "b.js"].map((id) => makeSheet(id, { retry }))),
      stopOnFailure: true,
      cost: { perSheetUsd: null, perJobUsd: 2, warnAt: 0.8 },
    },
  });
  await store.journal.append([submitted(job), saveFix(job.id, fixRecord([fixSheet("a.js", 1), fixSheet("b.js", 1)]))]);
  const book = openBook(store.journal, { job, states: new Map() });
  for (const event of [begun(1, 1), over(1, 2, { verdict: verdict(null, isBad) })])
    await book.recordSheets([{ sheet: "a.js" as SheetId, event }]);
  const answer = await readFixReport({ git: wireGit(), store, isPlayed: () => Promise.resolve(true) }, { job: job.id });
  expect(answer.outcomes.map(({ state, why }) => [state, why])).toEqual([
    ["failed", expect.stringContaining("1 was introduced")],
    ["blocked", "waits for a.js, which did not succeed"],
  ]);
  expect(answer.job).toMatchObject({ costLimits: { perSheetUsd: null, perJobUsd: 2 } });
  await store.close();
});

it("a job that is none of tutti fix, and one that is not there, are refused by code", async () => {
  const store = await openStore(tempFolder());
  const job = makeJob("job-1", ["a"]);
  await store.journal.append([submitted(job)]);
  const parts = { git: wireGit(), store, isPlayed: () => Promise.resolve(false) };
  await expect(readFixReport(parts, { job: job.id })).rejects.toMatchObject({ code: "fix.no_record" });
  await expect(readFixReport(parts, { job: "nobody" as JobId })).rejects.toMatchObject({ code: "job.unknown" });
  await expect(readFixReport({ ...parts, store: undefined }, { job: job.id })).rejects.toMatchObject({
    code: "job.unknown",
  });
  await store.close();
});
