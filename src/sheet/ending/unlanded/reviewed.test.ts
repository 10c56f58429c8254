import { describe, expect, it } from "vitest";
import { after, capture, ended, exit0, exit3, judgedResults, running } from "../../../../test/kit/ended-attempts.ts";
import type { Review, Verdict } from "../../verdict.ts";

const review: Review = {
  verdict: "rework",
  score: 62,
  scores: {},
  blockers: 1,
  comments: 1,
  reviewer: "critic",
  rounds: 2,
};

/** The validations before it, and what the reviewer said. */
function reviewed(letters: string, more: Partial<Review> = {}): Verdict {
  const said = { ...review, ...more };
  const reason = "the reviewer gives 62 of 100\n[blocker] a.ts:3 (correctness): off by one";
  const result = { index: letters.length, description: "a reviewer", passed: said.verdict === "approved", reason };
  return { kind: "judged", results: [...judgedResults(letters), { ...result, review: said }] };
}

describe("a result that its reviewer does not approve of", () => {
  it("goes back to its author with the comments, on top of its own work, at once", () => {
    const next = after(ended(exit0, reviewed("")));
    expect(next).toMatchObject({
      kind: "waiting",
      why: "review",
      notBefore: null,
      continueFrom: capture,
      context: { id: "x", reuse: true },
      counts: { reviews: 1, failures: 0, review: { score: 62, reviewer: "critic" } },
    });
    expect(next.kind === "waiting" ? next.brief : "").toContain("> [blocker] a.ts:3 (correctness): off by one");
  });

  it("fails with its work kept when all rounds are used, and is told before that the last one has come", () => {
    const last = after(ended(exit3, reviewed("p")), running({ reviews: 1 }));
    expect(last.kind === "waiting" ? last.brief : "").toContain("This is the last round");
    expect(after(ended(exit0, reviewed("p")), running({ reviews: 2 }))).toMatchObject({
      kind: "failed",
      kept: capture,
      reason: { kind: "validations", failed: ["a reviewer: the reviewer gives 62 of 100"] },
    });
    expect(after(ended(exit0, reviewed("p", { rounds: 0 }))).kind).toBe("failed");
  });

  it("is treated as any failed result while other validations fail too", () => {
    expect(after(ended(exit0, reviewed("f")))).toMatchObject({ kind: "waiting", why: "retry" });
  });
});

it("a result that was not reviewed is not approved, and costs its author no attempt", () => {
  expect(after(ended(exit0, reviewed("p", { verdict: "unreviewed", score: null })))).toMatchObject({
    kind: "failed",
    kept: capture,
    counts: { failures: 0, review: { verdict: "unreviewed" } },
  });
});

it("the usage of a reviewer is part of the sheet's cost", () => {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, usd: 0.25 };
  const verdict = reviewed("", { verdict: "approved" });
  const results = verdict.kind === "judged" ? verdict.results.map((result) => ({ ...result, usage })) : [];
  expect(after(ended(exit0, { kind: "judged", results }, { usage }))).toMatchObject({
    kind: "captured",
    counts: { spent: { usd: 0.5 } },
  });
});
