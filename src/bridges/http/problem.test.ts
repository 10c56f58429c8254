import { APICallError } from "ai";
import { expect, test } from "vitest";
import type { EpochMs } from "../../base/ids.ts";
import { problemLine } from "./problem.ts";

const now = Date.parse("2026-11-15T12:00:00Z") as EpochMs;

function refusedWith(statusCode: number, responseHeaders: Record<string, string>, body: unknown = {}): unknown {
  const responseBody = typeof body === "string" ? body : JSON.stringify(body);
  return new APICallError({
    message: "Refused",
    url: "http://x",
    requestBodyValues: {},
    statusCode,
    responseHeaders,
    responseBody,
  });
}

test.each([
  [{ "retry-after": "30" }, 30],
  [{ "retry-after-ms": "1500", "retry-after": "30" }, 1.5],
  [{ "retry-after": "Sun, 15 Nov 2026 12:01:00 GMT" }, 60],
  [
    {
      "x-ratelimit-remaining-requests": "5",
      "x-ratelimit-reset-requests": "1h",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "6m0s",
    },
    360,
  ],
  [{ "anthropic-ratelimit-tokens-remaining": "0", "anthropic-ratelimit-tokens-reset": "2026-11-15T12:02:00Z" }, 120],
])("a reset in the headers %j is %s s away", (headers, seconds) => {
  expect(problemLine(refusedWith(429, headers as Record<string, string>), now).reset_at_ms).toBe(now + seconds * 1_000);
});

test("without a reset in the headers the provider's own words may have one", () => {
  const body = { error: { type: "rate_limit_error", message: "Please try again in 20s." } };
  expect(problemLine(refusedWith(429, {}, body), now)).toMatchObject({
    error: "rate_limit_error",
    reset_at_ms: now + 20_000,
  });
  expect(problemLine(refusedWith(429, { "x-ratelimit-reset-tokens": "1h" }), now).reset_at_ms).toBeNull();
});

test.each([
  [
    { error: { type: "insufficient_quota", code: "insufficient_quota", message: "No money" } },
    "insufficient_quota",
    "No money",
  ],
  [{ type: "error", error: { type: "not_found_error", message: "model: m9" } }, "not_found_error", "model: m9"],
  [{ error: { code: 429, type: "requests", message: "Slow" } }, "requests", "Slow"],
  [{ error: "model 'm9' not found" }, "api_error", "model 'm9' not found"],
  ["<html>Bad gateway</html>", "api_error", "Refused"],
])("the error in %j is called %s", (body, error, message) => {
  expect(problemLine(refusedWith(404, {}, body), now)).toMatchObject({ status: 404, error, message });
});

test("an error in the middle of an answer has the status that it would have had alone", () => {
  expect(problemLine({ type: "overloaded_error", message: "Overloaded" }, now)).toMatchObject({
    status: 529,
    error: "overloaded_error",
  });
});

test("a network that fails is named as the system names it", () => {
  const deep = Object.assign(new Error("getaddrinfo ENOTFOUND nowhere"), { code: "ENOTFOUND" });
  const error = new APICallError({
    message: "Cannot connect to API",
    url: "http://x",
    requestBodyValues: {},
    cause: new TypeError("fetch failed", { cause: deep }),
  });
  const message = "Cannot connect to API: fetch failed: getaddrinfo ENOTFOUND nowhere";
  expect(problemLine(error, now)).toMatchObject({ status: null, error: "ENOTFOUND", message });
  expect(problemLine(new TypeError("terminated"), now)).toMatchObject({ error: "stream_disconnected" });
});
