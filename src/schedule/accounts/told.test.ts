import { expect, test } from "vitest";
import { toldIn } from "./told.ts";

const minute = 60_000;

test.each([
  [
    "This request would exceed your organization's rate limit of 50,000 input tokens per minute (org: 1, model: m)",
    { unit: "tokens", limit: 50_000, perMs: minute },
  ],
  [
    "Rate limit reached for gpt-4 in organization o on tokens per min (TPM): Limit 10000, Used 9000, Requested 2000. Please try again in 6s.",
    { unit: "tokens", limit: 10_000, perMs: minute },
  ],
  [
    "Rate limit reached for requests. Limit: 3 / min. Please try again in 20s.",
    { unit: "calls", limit: 3, perMs: minute },
  ],
  ["Limit 500 requests per day", { unit: "calls", limit: 500, perMs: 1440 * minute }],
  ["at most 40 requests per 10 seconds", { unit: "calls", limit: 40, perMs: 10_000 }],
  [
    "Number of concurrent connections has exceeded your rate limit. Please try again later",
    { unit: "sessions", limit: null, perMs: null },
  ],
  ["Too many concurrent requests: limit of 8", { unit: "sessions", limit: 8, perMs: null }],
  ["Rate limit reached for requests", null],
  ["usage limit reached, resets 9pm", null],
  ["", null],
] as const)("a provider's words have its limit: %s", (words, told) => {
  expect(toldIn(words)).toEqual(told);
});
