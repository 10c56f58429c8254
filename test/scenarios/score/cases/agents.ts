import { type Case, idler, landed, meant, once, shell, wait, why } from "../case.ts";
import { follows, playerFiles, refused, spends } from "../player.ts";

/** Keys about who does the work, what becomes of it when that one can't, and what it may cost. */
export const agentCases: readonly Case[] = [
  {
    fact: "an agent of a profile gets its model and more arguments, and tells its session and what it used",
    reads: ["agent.use", "agent.model", "agent.args"],
    files: playerFiles,
    score: {
      agent: { use: "player", model: "big", args: ["--hard", "two words"] },
      sheets: [{ id: "a", prompt: follows('printf "%s;" "$@" >told.txt', spends(0.25)) }],
    },
    seen: (kit, { job }) => [
      kit.at("main", "told.txt"),
      job.sheets.map(({ agent, session, cost }) => [agent, session, cost.usd, cost.inputTokens]),
    ],
    expected: ["--model;big;--hard;two words;", [["player", "s-1", 0.25, 10]]],
  },
  {
    fact: "an account that is not let in gets nothing more, and another account of the same profile goes on",
    reads: ["agent.account"],
    files: playerFiles,
    score: {
      parallel: 1,
      agents: { home: { use: "player", account: "home" }, work: { use: "player", account: "work" } },
      sheets: [
        { id: "a", agent: "home", prompt: refused({ status: 401 }) },
        { id: "b", agent: "home", prompt: follows("echo b >b.txt") },
        { id: "c", agent: "work", prompt: follows("echo c >c.txt") },
      ],
    },
    seen: (_, { states, job, how }) => [states, job.sheets.map(({ attempts }) => attempts), how.kind],
    expected: [{ a: "waiting", b: "waiting", c: "landed" }, [1, 0, 1], "agent"],
  },
  {
    fact: "who takes over is the score's list, or the sheet's own in its place",
    reads: ["score.fallbacks", "sheet.fallbacks"],
    score: {
      agent: shell("exit 1"),
      fallbacks: [shell("exit 1"), shell('echo >"$TUTTI_SHEET.second"')],
      prompt: "-",
      retry: once,
      sheets: [{ id: "a" }, { id: "b", fallbacks: [shell('echo >"$TUTTI_SHEET.own"')] }, { id: "c", fallbacks: [] }],
    },
    seen: (kit, { states, job }) => [states, job.sheets.map(({ attempts }) => attempts), landed(kit)],
    expected: [{ a: "landed", b: "landed", c: "failed" }, [3, 2, 1], ["a.second", "a.txt", "b.own"]],
  },
  {
    fact: "which workers of a fleet may play a sheet is the score's list of labels, or the sheet's own in its place",
    reads: ["score.worker", "sheet.worker"],
    score: {
      worker: ["linux"],
      agent: idler,
      prompt: "-",
      sheets: [{ id: "a" }, { id: "b", worker: ["gpu", "big"] }, { id: "c", worker: [] }],
    },
    seen: async (kit) => (await meant(kit)).sheets.map(({ worker }) => worker),
    expected: [["linux"], ["gpu", "big"], undefined],
  },
  {
    fact: "an agent that does not say when its limit ends is waited for as long as the score says, or the sheet itself",
    reads: ["score.rate_limit", "sheet.rate_limit", "rate_limit.wait"],
    files: playerFiles,
    score: {
      parallel: 1,
      agents: { one: { use: "player", account: "one" }, two: { use: "player", account: "two" } },
      prompt: refused({ status: 429 }),
      rate_limit: { wait: "20m" },
      sheets: [
        { id: "a", agent: "one" },
        { id: "b", agent: "two", rate_limit: { wait: "40m" } },
      ],
    },
    stopWhen: (progress) => progress.kind === "sheet" && progress.sheet === "b" && progress.event.kind === "ended",
    // Chance adds up to a quarter to each wait.
    seen: async (kit, played) => [
      Math.floor(((await wait(kit, played, "a")) ?? 0) / 1_200_000),
      Math.floor(((await wait(kit, played, "b")) ?? 0) / 2_400_000),
      why(played, "a"),
    ],
    expected: [1, 1, "rate-limit"],
  },
  {
    fact: "a sheet waits for limits and quotas as long as the score has patience, and then fails",
    reads: ["rate_limit.patience"],
    files: playerFiles,
    score: {
      agents: { one: { use: "player", account: "one" }, two: { use: "player", account: "two" } },
      rate_limit: { wait: "1h", patience: 0 },
      sheets: [
        { id: "a", agent: "one", prompt: refused({ status: 429 }) },
        { id: "b", agent: "two", prompt: refused({ status: 429, error: "insufficient_quota" }) },
      ],
    },
    seen: (_, { states, job }) => [states, job.sheets.map(({ code }) => code)],
    expected: [{ a: "failed", b: "failed" }, ["E101", "E104"]],
  },
  {
    fact: "a sheet that has cost what it may is ended, and its work kept",
    reads: ["score.cost", "score.cost.per_sheet"],
    files: playerFiles,
    score: {
      agent: { use: "player" },
      cost: { per_sheet: 1 },
      sheets: [
        { id: "dear", prompt: follows("echo x >x.txt", spends(0.75), spends(0.75), "sleep 3") },
        { id: "cheap", prompt: follows("echo y >y.txt", spends(0.75)) },
      ],
    },
    seen: (kit, { states, job }) => [
      states,
      job.sheets.map(({ kept, cost }) => [kept !== null, cost.usd]),
      landed(kit),
    ],
    expected: [
      { dear: "failed", cheap: "landed" },
      [
        [true, 1.5],
        [false, 0.75],
      ],
      ["a.txt", "y.txt"],
    ],
  },
  {
    fact: "a sheet that the job could not pay for does not start, and a message says that the money is used up",
    reads: ["score.cost.per_job", "score.cost.warn_at"],
    files: playerFiles,
    score: {
      agent: { use: "player" },
      cost: { per_job: 1, warn_at: 0.5 },
      prompt: follows("echo x >{{ sheet }}.txt", spends(0.6)),
      sheets: [{ id: "a" }, { id: "b" }],
    },
    seen: (_, { states, how, progress }) => [
      states,
      how,
      progress.flatMap((item) => (item.kind === "notice" ? [item.text] : [])),
    ],
    expected: [
      { a: "landed", b: "waiting" },
      { kind: "cost", spentUsd: 0.6, limitUsd: 1 },
      ["the job has cost $0.60 of the $1.00 that it may"],
    ],
  },
  {
    fact: "a result that a person has to approve waits for that",
    reads: ["score.landing.mode"],
    score: {
      landing: { mode: "approve" },
      agent: "scripted",
      sheets: [
        { id: "a", prompt: "create b.txt b" },
        { id: "b", agent: idler, prompt: "-" },
      ],
    },
    seen: (kit, { states, how }) => [states, how, landed(kit)],
    expected: [{ a: "captured", b: "done" }, { kind: "approval", sheets: 1 }, ["a.txt"]],
  },
];
