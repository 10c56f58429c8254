import { expect, test } from "vitest";
import { eventsOf, readAll, recordedAt } from "../../../../test/kit/recordings.ts";
import { opencodeReader } from "./opencode.ts";

test("actions and words of OpenCode are reported in order, with the usage of each step", () => {
  const usage = (outputTokens: number) => ({
    inputTokens: 100,
    outputTokens,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    usd: null,
  });

  expect(eventsOf("opencode", "done").filter(({ kind }) => kind !== "got")).toEqual([
    { kind: "started", session: "ses_e1f97ebcaffeJigzw4GTJIO2JU", model: null },
    { kind: "did", tool: "bash", detail: 'mkdir -p "$(dirname hello.txt)" && echo world > hello.txt' },
    { kind: "spent", scope: "turn", usage: usage(11) },
    { kind: "did", tool: "bash", detail: 'mkdir -p "$(dirname sub/two.txt)" && echo second > sub/two.txt' },
    { kind: "spent", scope: "turn", usage: usage(11) },
    { kind: "said", text: "Done: 2 of 2." },
    { kind: "spent", scope: "turn", usage: usage(7) },
    { kind: "ended", isGood: true, text: "Done: 2 of 2." },
  ]);
  expect(eventsOf("opencode", "file")).toContainEqual({ kind: "did", tool: "write", detail: "p.txt" });
});

test("a limit is told with the reset of the provider's header", () => {
  expect(eventsOf("opencode", "limited").slice(-2)).toEqual([
    {
      kind: "failed",
      isFinal: true,
      problem: { status: 429, type: "APIError", message: "Too many requests.", resetAt: recordedAt + 1000 },
    },
    { kind: "ended", isGood: false, text: null },
  ]);
});

test.each([
  ["unauthorized", { status: 401, type: "APIError", message: "The API key is not valid." }],
  [
    "no-model",
    { status: null, type: "UnknownError", message: "Unexpected server error. Check server logs for details." },
  ],
])("%s ends the run with what it was", (name, problem) => {
  expect(eventsOf("opencode", name)).toMatchObject([
    { kind: "started" },
    { kind: "failed", isFinal: true, problem },
    { kind: "ended", isGood: false },
  ]);
});

test("steps that are begun again and again are no end", () => {
  expect(eventsOf("opencode", "broken").map(({ kind }) => kind)).toEqual(["started"]);
});

test("thinking is paid for, and a price is believed when it is one", () => {
  const step = (reason: string) => ({
    type: "step_finish",
    sessionID: "s",
    part: { reason, cost: 0.25, tokens: { input: 70, output: 2, reasoning: 5, cache: { read: 30, write: 4 } } },
  });

  expect(
    readAll(
      opencodeReader(() => recordedAt),
      JSON.stringify(step("length")),
    ),
  ).toEqual([
    { kind: "started", session: "s", model: null },
    {
      kind: "spent",
      scope: "turn",
      usage: { inputTokens: 70, outputTokens: 7, cacheReadTokens: 30, cacheWriteTokens: 4, usd: 0.25 },
    },
    { kind: "ended", isGood: false, text: null },
  ]);
});
