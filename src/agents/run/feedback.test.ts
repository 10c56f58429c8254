import { describe, expect, test } from "vitest";
import type { EpochMs } from "../../base/ids.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { AgentEvent, AgentProblem } from "../agent-event.ts";
import { foldFeedback } from "./feedback.ts";

const feedback = (...events: readonly AgentEvent[]) => {
  const fold = foldFeedback();
  for (const event of events) fold.add(event);
  return fold.feedback;
};
const said: AgentEvent = { kind: "said", text: "done" };
const did: AgentEvent = { kind: "did", tool: "write", detail: "a.ts" };
const spent = (scope: "turn" | "total", usage: Partial<Usage>): AgentEvent => ({
  kind: "spent",
  scope,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, usd: null, ...usage },
});
const limited: AgentEvent = {
  kind: "limited",
  status: 429,
  message: "slow down",
  resetAt: 9000 as EpochMs,
  waitMs: null,
};
const failed = (message: string, isFinal: boolean): AgentEvent => ({
  kind: "failed",
  isFinal,
  problem: problem(message),
});
const problem = (message: string): AgentProblem => ({ status: 500, type: null, message, resetAt: null });
const ended = (isGood: boolean): AgentEvent => ({ kind: "ended", isGood, text: null });

describe("a start", () => {
  test("is any event that could be read, and no line that could not", () => {
    expect(feedback({ kind: "unread" }, { kind: "unread" })).toMatchObject({ isStarted: false, unread: 2 });
    expect(feedback(said).isStarted).toBe(true);
  });

  test("keeps session and model, and a later one that names neither takes nothing away", () => {
    const first: AgentEvent = { kind: "started", session: "s1", model: "m1" };
    expect(feedback(first, { kind: "started", session: null, model: null })).toMatchObject({
      session: "s1",
      model: "m1",
    });
  });

  test("with a session id of any length is no way to fill the memory", () => {
    expect(feedback({ kind: "started", session: "x".repeat(10_000), model: null }).session).toBeNull();
  });
});

describe("usage", () => {
  test("is unknown until it is told", () => {
    expect(feedback(said).usage).toBeNull();
  });

  test("of turns is their sum", () => {
    const { usage, largestTurnUsd } = feedback(
      spent("turn", { inputTokens: 10, usd: 0.25 }),
      spent("turn", { inputTokens: 5, outputTokens: 2, usd: 0.5 }),
    );
    expect(usage).toMatchObject({ inputTokens: 15, outputTokens: 2, usd: 0.75 });
    expect(largestTurnUsd).toBe(0.5);
  });

  test("of a total is in place of all turns, before and after it", () => {
    const { usage } = feedback(
      spent("turn", { inputTokens: 10 }),
      spent("total", { inputTokens: 12, usd: 1 }),
      spent("turn", { inputTokens: 3, usd: 9 }),
    );
    expect(usage).toMatchObject({ inputTokens: 12, usd: 1 });
    expect(
      feedback(spent("total", { inputTokens: 12, usd: 1 }), spent("total", { inputTokens: 20, usd: 2 })).usage,
    ).toMatchObject({ inputTokens: 20, usd: 2 });
  });

  test("has no price when one of its turns has none", () => {
    expect(
      feedback(spent("turn", { inputTokens: 10, usd: 0.5 }), spent("turn", { inputTokens: 5 })).usage,
    ).toMatchObject({
      inputTokens: 15,
      usd: null,
    });
    expect(
      feedback(spent("turn", { inputTokens: 5 }), spent("turn", { inputTokens: 10, usd: 0.5 })).usage?.usd,
    ).toBeNull();
  });

  test("of nothing needs no price", () => {
    expect(
      feedback(spent("turn", {}), spent("turn", { inputTokens: 10, usd: 0.5 }), spent("turn", {})).usage?.usd,
    ).toBe(0.5);
  });

  test("below zero or beyond all numbers makes no room under a cap", () => {
    const { usage, largestTurnUsd } = feedback(
      spent("turn", { inputTokens: 10, usd: 0.5 }),
      spent("turn", { inputTokens: -50, outputTokens: Infinity, usd: -3 }),
    );
    expect(usage).toMatchObject({ inputTokens: 10, outputTokens: 0, usd: 0.5 });
    expect(largestTurnUsd).toBe(0.5);
  });
});

describe("a limit", () => {
  test.each([said, did, spent("turn", { inputTokens: 1 }), ended(true)])(
    "is over when the agent goes on: $kind",
    (event) => {
      expect(feedback(limited).limit).toEqual({ status: 429, message: "slow down", resetAt: 9000, waitMs: null });
      expect(feedback(limited, event).limit).toBeNull();
    },
  );

  test.each([spent("total", { inputTokens: 1 }), ended(false), failed("x", false), { kind: "unread" } as const])(
    "stays with $kind",
    (event) => {
      expect(feedback(limited, event).limit).not.toBeNull();
    },
  );
});

describe("a problem", () => {
  test("that the agent got over is none", () => {
    expect(feedback(failed("one", false)).problem?.message).toBe("one");
    expect(feedback(failed("one", false), did).problem).toBeNull();
  });

  test("that it gave up at stays, even with other reports", () => {
    expect(
      feedback(failed("last", true), said, spent("turn", {}), failed("later", false), ended(false)).problem?.message,
    ).toBe("last");
  });

  test("is the last of several final ones, and gone after a good end", () => {
    expect(feedback(failed("one", true), failed("two", true)).problem?.message).toBe("two");
    expect(feedback(failed("one", true), ended(true)).problem).toBeNull();
    expect(feedback(failed("one", true), ended(true), failed("two", false), did).problem).toBeNull();
  });
});

test("words are kept up to 2,000 characters, and never half a character", () => {
  const long = "😀".repeat(5_000);
  const all = feedback({ kind: "said", text: long }, failed(long, true), { kind: "ended", isGood: false, text: long });
  for (const text of [all.lastText, all.problem?.message, all.result?.text]) {
    expect(text?.length).toBe(2_000);
    expect(text?.isWellFormed()).toBe(true);
  }
});

test("the last words are the end's own, or else what was said last", () => {
  expect(feedback(said, ended(true)).lastText).toBe("done");
  expect(feedback(said, { kind: "ended", isGood: true, text: "all good" })).toMatchObject({
    lastText: "all good",
    result: { isGood: true, text: "all good" },
  });
});
