import type { CommitSha, EpochMs, JobId, SheetId, TreeSha } from "../../src/base/ids.ts";
import type { Successor } from "../../src/chains/successor.ts";
import type { Pattern } from "../../src/learning/patterns/pattern.ts";
import { unthrottled } from "../../src/schedule/throttle/throttle.ts";
import { type JobEvent, nextJob } from "../../src/sheet/job.ts";
import type { Delivery } from "../../src/store/delivery.ts";
import type { Entry } from "../../src/store/entry.ts";
import type { StoreReader } from "../../src/store/store.ts";
import type { KeptVerdict } from "../../src/store/verdict.ts";
import type { Schedule } from "../../src/triggers/schedule.ts";
import { makeIsolation, makeJob, makePlan, makeSheet, started, submitted } from "./jobs.ts";
import { makeOutcome } from "./outcomes.ts";

// Texts that databases treat in ways of their own: quotes, escapes, zero bytes, halves of characters, placeholders.
const odd = `'; drop table job; -- ? $1 "x" \\ \u0000 \ud800 ü "cleanupOnSuccess":false`;
const plain = makeJob("job-1", ["a", "b"]);
const other = makeJob("job-2", ["c"], {
  plan: makePlan([makeSheet("c", { title: odd })], { isolation: makeIsolation({ cleanupOnSuccess: false }) }),
});
const at = (ms: number): EpochMs => (1_763_430_000_000 + ms) as EpochMs;
const paused: JobEvent = { kind: "paused", at: at(5), why: odd, cause: { kind: "stop" } };
const finished: JobEvent = { kind: "finished", at: at(9), landed: 0, failed: 0 } as unknown as JobEvent;
const verdict: KeptVerdict = {
  tree: "1".repeat(40) as TreeSha,
  digest: "d",
  toolchain: "t",
  against: null,
  name: odd,
  passed: false,
  isFlaky: false,
  ms: 1.5,
  at: at(0),
  reason: "",
  timedOutMs: null,
};
const said = (more: Partial<KeptVerdict>): Entry => ({
  about: "verdict",
  change: { kind: "said", verdict: { ...verdict, ...more } },
});
const step = { kind: "unfilled", required: true, title: odd } as const;
const successor: Successor = {
  ...{ id: "s1", job: plain.id, sheet: null, on: "success", after: null, root: plain.id, depth: 0, step },
  notBefore: at(0),
  state: { kind: "waiting" },
};
const followed = (id: string, state: Successor["state"], isNew: boolean): Entry => ({
  about: "successor",
  ...{ job: plain.id, sheet: null, successor: { ...successor, id, state }, isNew },
  event: { kind: "successor", at: at(6), id, title: odd, state: state.kind } as never,
});
const delivery = (id: string, state: Delivery["state"]): Delivery => ({
  ...{ id, channel: "mail", state, createdAt: at(1), dueAt: at(2), attempts: 0, endedAt: null, problem: null },
  ...{ count: 0, items: [] },
});
const schedule = { id: "nightly", score: odd } as Schedule;
const tally = { tool: "eslint", code: odd.replaceAll("\u0000", ""), strategy: "normal", agent: "claude" } as const;
const of = { job: plain.id, sheet: "a" as SheetId, attempt: 1 };
const pattern: Pattern = {
  ...{ id: "p-1", text: odd, work: null, agent: null, addedAt: at(0), acceptedAt: null },
  by: "agent",
};

/** One append after the other, with an entry of every kind that the embedded store keeps. */
export const everyEntry: readonly (readonly Entry[])[] = [
  [submitted(plain), submitted(other), { about: "fix", job: plain.id, record: { version: 1, commit: odd } as never }],
  [started(plain, "a", 3), { about: "outcome", change: { kind: "begun", outcome: makeOutcome({ fate: "running" }) } }],
  [{ about: "job", job: plain.id, event: paused, next: nextJob(plain, paused) }],
  [followed("s1", { kind: "waiting" }, true), followed("s1", { kind: "waiting" }, true)],
  [followed("s1", { kind: "running" }, false), followed("none", { kind: "running" }, false)],
  [{ about: "chain-end", root: plain.id, at: at(7) }],
  [
    { about: "gate", key: "claude", gate: unthrottled, event: null },
    { about: "note", job: null, sheet: null, event: { kind: "notice", at: at(4), text: odd } as never },
  ],
  [said({}), said({ against: "2".repeat(40) as TreeSha }), said({ passed: true }), said({ digest: "e" })],
  [{ about: "verdict", change: { kind: "quarantine", digest: "d", quarantine: { digest: "d", name: odd } as never } }],
  [{ about: "verdict", change: { kind: "forgotten", digests: ["e"] } }],
  [
    { about: "queue", queue: { repository: "/r", target: "t", isPaused: true, pausedAt: at(1), first: ["x"] } },
    { about: "trial", checkout: "/c", trial: { checkout: "/c", path: odd } as never },
  ],
  [{ about: "tallies", tallies: [tally, tally].map((one) => ({ ...one, tried: 1, fixed: 1, introduced: 0 })) }],
  [
    {
      about: "outcome",
      change: { kind: "ended", of, fate: "captured", code: null, usd: 0.1, tokens: 7, agentMs: 3, settledAt: null },
    },
    { about: "outcome", change: { kind: "settled", of, fate: "landed", at: at(8), commit: "c" as CommitSha } },
  ],
  [
    { about: "pattern", change: { kind: "added", pattern } },
    { about: "pattern", change: { kind: "accepted", id: "p-1", at: at(3) } },
  ],
  [{ about: "deliveries", put: [delivery("d1", "waiting"), delivery("d2", "sent")], upTo: 4 }],
  [{ about: "schedule", id: "nightly", schedule, event: null }],
  [{ about: "request", key: "k", method: "m", at: at(1), result: { odd } }],
  [{ about: "request", key: "k", method: "m", at: at(2), result: "a second answer" }],
  [{ about: "job", job: other.id, event: finished, next: nextJob(other, finished), ending: { odd } }],
  [{ about: "forgotten", what: { kind: "notes", before: at(5) } }],
];

/** All that a store can be asked. */
export async function everyAnswer(store: Omit<StoreReader, "epoch" | "close">): Promise<object> {
  const jobs = [plain.id, other.id, "none" as JobId];
  const perJob = jobs.map(async (job) => ({
    job: await store.job(job),
    fate: await store.fate(job),
    sheets: [...(await store.sheets(job))],
    events: await store.events(job),
    ofSheet: await store.events(job, "a" as SheetId),
    fix: await store.fix(job),
    isCancelled: await store.isChainCancelled(job),
    successors: await store.successors({ job }),
    rows: await store.rows({ after: 1, limit: 5, job }),
  }));
  return {
    perJob: await Promise.all(perJob),
    jobs: await store.jobs({ limit: 5 }),
    listed: await store.listed(),
    unfinished: await store.unfinished(),
    past: [
      await store.pastJobs(at(1e6)),
      await store.pastRows("answers", at(1e6)),
      await store.pastRows("notes", at(1e6)),
    ],
    counts: await store.countJobs(),
    rows: await store.rows({ after: 0, limit: 100 }),
    position: await store.position(),
    answers: [await store.answer("k"), await store.answer("none")],
    throttles: [...(await store.throttles())],
    verdicts: [await store.verdict(verdict), await store.countVerdicts(null), await store.countVerdicts(["d"])],
    quarantine: await store.quarantine(),
    queues: [await store.queues(), await store.trials()],
    tallies: await store.tallies(),
    patterns: await store.patterns(),
    outcomes: [await store.outcomes(5), await store.workFigures()],
    outbox: await store.outbox(),
    successors: [await store.successors({ open: true }), await store.successors({ ids: ["s1"] })],
    schedules: await store.schedules(),
  };
}
