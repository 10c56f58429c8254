import { expect, test } from "vitest";
import { readAll, recordedAt } from "../../../test/kit/recordings.ts";
import { tuttiReader } from "./reader-for.ts";

const read = (...lines: readonly object[]) =>
  readAll(
    tuttiReader(() => recordedAt),
    lines.map((line) => JSON.stringify(line)).join("\n"),
  );

test("each of Tutti's own lines is one event", () => {
  expect(
    read(
      { type: "started", session: "s", model: null },
      { type: "said", text: "Hello." },
      { type: "did", tool: "write", detail: "src/a.ts" },
      {
        type: "spent",
        scope: "total",
        input_tokens: 1,
        output_tokens: 2,
        cache_read_tokens: 3,
        cache_write_tokens: 4,
        usd: 0.01,
      },
      { type: "limited", status: 429, message: "slow down", reset_at_ms: 1790000000000, wait_ms: 30000 },
      { type: "failed", status: 401, error: "authentication_error", message: "no", reset_at_ms: null, final: true },
      { type: "ended", good: true, text: "done" },
    ),
  ).toEqual([
    { kind: "started", session: "s", model: null },
    { kind: "said", text: "Hello." },
    { kind: "did", tool: "write", detail: "src/a.ts" },
    {
      kind: "spent",
      scope: "total",
      usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4, usd: 0.01 },
    },
    { kind: "limited", status: 429, message: "slow down", resetAt: 1790000000000, waitMs: 30000 },
    {
      kind: "failed",
      isFinal: true,
      problem: { status: 401, type: "authentication_error", message: "no", resetAt: null },
    },
    { kind: "ended", isGood: true, text: "done" },
  ]);
});

test("the short form of a limit is a failure that ends the run", () => {
  expect(read({ type: "rate_limit", reset_at_ms: 1790000000000 })).toEqual([
    { kind: "failed", isFinal: true, problem: { status: 429, type: null, message: "", resetAt: 1790000000000 } },
  ]);
});

test("a reset that is only in the words is read from them", () => {
  expect(read({ type: "failed", status: 429, message: "try again in 3 hours" })).toMatchObject([
    { problem: { resetAt: recordedAt + 3 * 3_600_000 } },
  ]);
});

test("only a failure that says so is not final, and only an end that says so is good", () => {
  expect(
    read({ type: "failed" }, { type: "failed", final: false }, { type: "ended" }, { type: "ended", good: "yes" }),
  ).toMatchObject([{ isFinal: true }, { isFinal: false }, { isGood: false }, { isGood: false }]);
});

test("a moment that is none is not taken for one", () => {
  expect(
    read(
      { type: "rate_limit", reset_at_ms: "soon" },
      { type: "rate_limit", reset_at_ms: -5 },
      { type: "rate_limit", reset_at_ms: 1e300 },
    ),
  ).toMatchObject([{ problem: { resetAt: null } }, { problem: { resetAt: null } }, { problem: { resetAt: null } }]);
});
