import { expect, test } from "vitest";
import { eventsOf } from "../../../../test/kit/recordings.ts";

test("actions and words of Claude Code are reported in order, and the cost at the end", () => {
  const events = eventsOf("claude", "done");

  expect(events.filter(({ kind }) => kind !== "spent" && kind !== "got")).toEqual([
    { kind: "started", session: "5753ed0c-d68e-4422-b87e-210d6cc75442", model: "claude-opus-5-5" },
    { kind: "did", tool: "Bash", detail: 'mkdir -p "$(dirname hello.txt)" && echo world > hello.txt' },
    { kind: "did", tool: "Bash", detail: 'mkdir -p "$(dirname sub/two.txt)" && echo second > sub/two.txt' },
    { kind: "said", text: "Done: 2 of 2." },
    { kind: "ended", isGood: true, text: "Done: 2 of 2." },
  ]);
  expect(events.at(-2)).toEqual({
    kind: "spent",
    scope: "total",
    usage: { inputTokens: 300, outputTokens: 29, cacheReadTokens: 0, cacheWriteTokens: 0, usd: 0.00178 },
  });
});

test("an answer of several parts is paid once", () => {
  const events = eventsOf("claude", "file");

  expect(events.map(({ kind }) => kind)).toEqual([
    "started",
    "said",
    "spent",
    "did",
    "got",
    "said",
    "spent",
    "spent",
    "ended",
  ]);
  expect(events[3]).toEqual({ kind: "did", tool: "Write", detail: "p.txt" });
});

test("a session that is gone on with costs what this run took, not what the ones before it did", () => {
  const total = eventsOf("claude", "gone-on").findLast((event) => event.kind === "spent");

  expect(total).toMatchObject({ scope: "total", usage: { inputTokens: 200, outputTokens: 18, usd: 0.00116 } });
});

test("a refused request is a failure, though its result says success", () => {
  const events = eventsOf("claude", "limit-refused");

  expect(events).not.toContainEqual(expect.objectContaining({ kind: "said" }));
  expect(events.slice(-2)).toEqual([
    {
      kind: "failed",
      isFinal: true,
      problem: {
        status: 429,
        type: "rate_limit_error",
        message: "API Error: Request rejected (429) · Too many requests.",
        resetAt: null,
      },
    },
    { kind: "ended", isGood: false, text: "API Error: Request rejected (429) · Too many requests." },
  ]);
});

test("the limit of a subscription is told with the second at which it ends", () => {
  const events = eventsOf("claude", "usage-limit");

  expect(events[1]).toEqual({
    kind: "limited",
    status: 429,
    message: "five_hour",
    resetAt: 1794774532000,
    waitMs: null,
  });
  expect(events.at(-2)).toMatchObject({
    kind: "failed",
    isFinal: true,
    problem: { status: 429, type: "usage_limit_reached", resetAt: 1794774532000 },
  });
});

test("a limit that Claude Code waits for by itself is told with its wait, another failure is not final", () => {
  expect(eventsOf("claude", "limited")[1]).toEqual({
    kind: "limited",
    status: 429,
    message: "rate_limit",
    resetAt: null,
    waitMs: 1000,
  });
  expect(eventsOf("claude", "unauthorized")[1]).toMatchObject({
    kind: "failed",
    isFinal: false,
    problem: { status: 401, type: "authentication_failed" },
  });
});

test.each([
  ["unauthorized", { status: 401, type: "authentication_error" }],
  ["server-error", { status: 500, type: "api_error" }],
  ["broken", { status: null, type: "connection_failed" }],
  ["budget", { status: null, type: "error_max_budget_usd", message: "Reached maximum budget ($0.0001)" }],
  [
    "no-session",
    {
      status: null,
      type: "error_during_execution",
      message: "No conversation found with session ID: 00000000-0000-4000-8000-000000000000",
    },
  ],
])("%s ends the run with its status and its type", (name, problem) => {
  expect(eventsOf("claude", name).slice(-2)).toMatchObject([
    { kind: "failed", isFinal: true, problem },
    { kind: "ended", isGood: false },
  ]);
});

test("a run that a budget cut off has a cost all the same", () => {
  expect(eventsOf("claude", "budget").findLast((event) => event.kind === "spent")).toMatchObject({
    usage: { inputTokens: 100, outputTokens: 11, usd: 0.00062 },
  });
});
