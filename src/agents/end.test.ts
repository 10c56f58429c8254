import { expect, test } from "vitest";
import type { EpochMs } from "../base/ids.ts";
import type { HowEnded, ProcessEnd } from "../process/process.ts";
import { agentEnd } from "./end.ts";

const limit = { kind: "rate-limit", resetAt: 5000 as EpochMs } as const;

test("a limit that was reported before a failure or a silence is a rate limit", () => {
  expect(agentEnd(ended({ kind: "exited", code: 1 }), [limit])).toEqual({ kind: "rate-limited", resetAt: 5000 });
  expect(agentEnd(ended({ kind: "idle" }), [limit])).toEqual({ kind: "rate-limited", resetAt: 5000 });
});

test("the last report counts", () => {
  expect(agentEnd(ended({ kind: "exited", code: 1 }), [limit, { kind: "rate-limit", resetAt: null }])).toEqual({ kind: "rate-limited", resetAt: null });
});

test("an agent that got over a limit and ended well was not limited", () => {
  expect(agentEnd(ended({ kind: "exited", code: 0 }), [limit])).toEqual({ kind: "exited", code: 0 });
});

test("cancelled stays cancelled, whatever was reported", () => {
  expect(agentEnd(ended({ kind: "cancelled" }), [limit])).toEqual({ kind: "cancelled" });
});

test("words about a rate limit in the output are no rate limit", () => {
  const end = { ...ended({ kind: "exited", code: 1 }), stdout: Buffer.from("429 rate limit"), stderr: Buffer.from("rate_limit exceeded, try again later") };
  expect(agentEnd(end, [])).toEqual({ kind: "exited", code: 1 });
});

test("every other end keeps its meaning", () => {
  expect(agentEnd(ended({ kind: "signalled", signal: "SIGKILL" }), [])).toEqual({ kind: "signalled", signal: "SIGKILL" });
  expect(agentEnd(ended({ kind: "timed-out" }), [])).toEqual({ kind: "timed-out", afterMs: 1235 });
  expect(agentEnd(ended({ kind: "idle" }), [])).toEqual({ kind: "idle", afterMs: 1235 });
  expect(agentEnd(ended({ kind: "not-started", reason: "no such program" }), [])).toEqual({ kind: "not-started", detail: "no such program" });
});

function ended(how: HowEnded): ProcessEnd {
  return { how, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), droppedBytes: 0, durationMs: 1234.6 };
}
