import { expect, test } from "vitest";
import { eventsOf, readAll, recordedAt } from "../../../../test/kit/recordings.ts";
import { geminiReader } from "./gemini.ts";

const read = (...lines: readonly object[]) =>
  readAll(
    geminiReader(() => recordedAt),
    lines.map((line) => JSON.stringify(line)).join("\n"),
  );

test("actions and words of Gemini CLI are reported in order", () => {
  expect(eventsOf("gemini", "done").filter(({ kind }) => kind !== "got")).toEqual([
    { kind: "started", session: "f5f154af-a341-40eb-8a1a-5823b659adc9", model: "gemini-2.5-pro" },
    { kind: "did", tool: "run_shell_command", detail: "mkdir -p . && echo world > hello.txt" },
    { kind: "did", tool: "run_shell_command", detail: "mkdir -p sub && echo second > sub/two.txt" },
    { kind: "said", text: "Done: 2 of 2." },
    {
      kind: "spent",
      scope: "total",
      usage: { inputTokens: 300, outputTokens: 29, cacheReadTokens: 0, cacheWriteTokens: 0, usd: null },
    },
    { kind: "ended", isGood: true, text: "Done: 2 of 2." },
  ]);
  expect(eventsOf("gemini", "file")).toContainEqual({ kind: "did", tool: "write_file", detail: "p.txt" });
});

test("an answer that comes in pieces is told as a whole", () => {
  const piece = (content: string) => ({ type: "message", role: "assistant", content, delta: true });

  expect(
    read(piece("One "), piece("sentence."), { type: "tool_use", tool_name: "glob", parameters: {} }, piece("The end.")),
  ).toEqual([
    { kind: "said", text: "One sentence." },
    { kind: "did", tool: "glob", detail: "" },
    { kind: "said", text: "The end." },
  ]);
});

test("a limit is told with its reset, which Gemini CLI only says in words", () => {
  expect(eventsOf("gemini", "limit-refused").slice(-2)).toEqual([
    {
      kind: "failed",
      isFinal: true,
      problem: {
        status: 429,
        type: "unknown",
        message: "Too many requests.\nSuggested retry after 3600s.",
        resetAt: recordedAt + 3_600_000,
      },
    },
    { kind: "ended", isGood: false, text: null },
  ]);
});

test.each([
  ["unauthorized", { status: 401, type: "UNAUTHENTICATED", message: "The API key is not valid." }],
  ["broken", { status: null, type: "unknown", message: "terminated" }],
])("%s ends the run with what the provider said", (name, problem) => {
  expect(eventsOf("gemini", name).slice(-2)).toMatchObject([
    { kind: "failed", isFinal: true, problem },
    { kind: "ended", isGood: false },
  ]);
});

test("the cost of a broken answer is unknown, not nothing", () => {
  expect(eventsOf("gemini", "broken").map(({ kind }) => kind)).not.toContain("spent");
});

test("thinking is counted as output, the cache not as input", () => {
  const stats = { total_tokens: 228, input_tokens: 200, output_tokens: 18, cached: 60, input: 140 };

  expect(read({ type: "result", status: "success", stats })[0]).toMatchObject({
    usage: { inputTokens: 140, cacheReadTokens: 60, outputTokens: 28 },
  });
});

test("a warning is no failure", () => {
  expect(read({ type: "error", severity: "warning", message: "Loop detected" })).toEqual([]);
  expect(read({ type: "error", severity: "error", message: "Maximum session turns exceeded" })).toMatchObject([
    { kind: "failed", isFinal: false },
  ]);
});
