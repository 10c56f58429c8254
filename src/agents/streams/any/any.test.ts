import { expect, test } from "vitest";
import { readAll } from "../../../../test/kit/recordings.ts";
import { jsonReader } from "../reader-for.ts";
import { jsonlReader } from "../reader-for.ts";

const places = {
  session: "meta.session",
  model: "meta.model",
  text: "result.text",
  error: "error",
  input_tokens: "usage.in",
  output_tokens: "usage.out",
  usd: "usage.usd",
};

test("a profile's places are found in lines of any shape, and the last numbers count", () => {
  const lines = [
    { meta: { session: "s1", model: "m" } },
    { usage: { in: 5 } },
    { step: 2, usage: { in: 9, out: 3, usd: 0.5 } },
    { result: { text: "All done" } },
  ];

  expect(
    readAll(jsonlReader({ format: "jsonl", ...places }), lines.map((line) => JSON.stringify(line)).join("\n")),
  ).toEqual([
    { kind: "started", session: "s1", model: "m" },
    {
      kind: "spent",
      scope: "total",
      usage: { inputTokens: 5, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, usd: null },
    },
    {
      kind: "spent",
      scope: "total",
      usage: { inputTokens: 9, outputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0, usd: 0.5 },
    },
    { kind: "said", text: "All done" },
    { kind: "ended", isGood: true, text: "All done" },
  ]);
});

test("an answer over many lines is read when it is whole, after any other output", () => {
  const answer = JSON.stringify({ meta: { session: "s1" }, result: { text: "All done" } }, null, 2);

  expect(readAll(jsonReader({ format: "json", ...places }), `Loading …\n${answer}\n`)).toEqual([
    { kind: "started", session: "s1", model: null },
    { kind: "said", text: "All done" },
    { kind: "ended", isGood: true, text: "All done" },
  ]);
});

test("a list of objects is read one by one", () => {
  expect(
    readAll(
      jsonReader({ format: "json", ...places }),
      JSON.stringify([{ meta: { model: "m" } }, 3, { result: { text: "x" } }]),
    ),
  ).toMatchObject([
    { kind: "started", model: "m" },
    { kind: "said", text: "x" },
    { kind: "ended", isGood: true },
  ]);
});

test.each([
  ["no credit", { status: null, type: null, message: "no credit" }],
  [
    { code: 429, type: "rate_limit", message: "slow" },
    { status: 429, type: "rate_limit", message: "slow" },
  ],
  [
    { code: "insufficient_quota", message: "none left" },
    { status: null, type: "insufficient_quota", message: "none left" },
  ],
  [true, { status: null, type: null, message: "" }],
])("an error %j ends the run", (error, problem) => {
  expect(readAll(jsonlReader({ format: "jsonl", ...places }), JSON.stringify({ error })).slice(1)).toEqual([
    { kind: "failed", isFinal: true, problem: { ...problem, resetAt: null } },
    { kind: "ended", isGood: false, text: null },
  ]);
});

test.each([null, false, "", 0])("%j in the place of an error is none", (error) => {
  expect(readAll(jsonlReader({ format: "jsonl", error: "error" }), JSON.stringify({ error }))).toMatchObject([
    { kind: "started" },
    { kind: "ended", isGood: true },
  ]);
});

test("an agent whose answer never came has not ended", () => {
  expect(readAll(jsonlReader({ format: "jsonl", ...places }), '{"meta":{"session":"s1"}}')).toEqual([
    { kind: "started", session: "s1", model: null },
  ]);
  expect(readAll(jsonReader({ format: "json", ...places }), "")).toEqual([]);
});

test("half an answer is not read", () => {
  expect(readAll(jsonReader({ format: "json", ...places }), '{"result": {"text": "All')).toEqual([{ kind: "unread" }]);
});

test("a place leads through own keys only", () => {
  expect(readAll(jsonlReader({ format: "jsonl", text: "constructor.name" }), "{}")).toEqual([
    { kind: "started", session: null, model: null },
  ]);
});
