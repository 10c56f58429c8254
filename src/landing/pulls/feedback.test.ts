import { describe, expect, it, test } from "vitest";
import type { CommitSha } from "../../base/ids.ts";
import type { Check, PullState, Remark } from "../../forge/forge.ts";
import { feedbackIn } from "./feedback.ts";

const pushed = "1".repeat(40) as CommitSha;
const other = "2".repeat(40) as CommitSha;
const quiet: PullState = {
  state: "open",
  head: pushed,
  merged: null,
  checks: { state: "none", items: [] },
  remarks: [],
  changesRequested: false,
  mergeable: "yes",
  cursor: "seen:",
};
const remark = (more: Partial<Remark>): Remark => ({
  id: "1",
  author: "ada",
  isByMember: true,
  text: "Do it",
  path: null,
  line: null,
  url: null,
  at: "",
  ...more,
});
const failed = (name: string, more: Partial<Check> = {}): Check => ({
  name,
  state: "failed",
  url: null,
  excerpt: null,
  ...more,
});
const checks = (...items: readonly Check[]): Pick<PullState, "checks"> => ({ checks: { state: "failed", items } });

describe("a look at a pull request", () => {
  test.each<[string, Partial<PullState>, ReturnType<typeof feedbackIn>]>([
    ["nothing new", {}, { kind: "nothing" }],
    ["merged", { state: "merged", merged: other }, { kind: "merged", commit: other }],
    [
      "closed, with anything else",
      { state: "closed", remarks: [remark({})], ...checks(failed("unit")) },
      { kind: "closed" },
    ],
    ["a member's wish", { remarks: [remark({})] }, { kind: "returned", why: "review", text: "ada:\nDo it" }],
    [
      "a wish beside a line",
      { remarks: [remark({ path: "a.ts", line: 3 })] },
      { kind: "returned", why: "review", text: "ada on a.ts, line 3:\nDo it" },
    ],
    ["a stranger's", { remarks: [remark({ isByMember: false })] }, { kind: "heard" }],
    ["the words of a person who approves", { remarks: [remark({ isApproval: true })] }, { kind: "heard" }],
    ["changes asked for without a word", { changesRequested: true }, { kind: "nothing" }],
    [
      "a failed check",
      checks(failed("unit", { url: "https://ci/1", excerpt: "b is not c" }), { ...failed("lint"), state: "passed" }),
      { kind: "returned", why: "checks", text: "The check unit failed (https://ci/1).\nb is not c" },
    ],
    [
      "a failed check of a commit that is not there any more",
      { head: other, ...checks(failed("unit")) },
      { kind: "nothing" },
    ],
    [
      "both at once",
      { remarks: [remark({})], ...checks(failed("unit")) },
      { kind: "returned", why: "review", text: "ada:\nDo it\n\nThe check unit failed." },
    ],
    ["a conflict, as the server says", { mergeable: "conflict" }, { kind: "conflict" }],
    ["a conflict of a commit that is not there any more", { mergeable: "conflict", head: other }, { kind: "nothing" }],
  ])("finds %s", (_, more, expected) => {
    expect(feedbackIn({ ...quiet, ...more }, pushed)).toEqual(expected);
  });

  it("tells no more than fits into a prompt, and says so", () => {
    const long = feedbackIn({ ...quiet, remarks: [remark({ text: "x".repeat(50_000) })] }, pushed);
    expect(long).toMatchObject({ kind: "returned", text: expect.stringMatching(/x \[…\]$/) as string });
    const many = feedbackIn(
      { ...quiet, remarks: Array.from({ length: 30 }, () => remark({ text: "y".repeat(3_000) })) },
      pushed,
    );
    const text = many.kind === "returned" ? many.text : "";
    expect(text.length).toBeLessThan(17_000);
    expect(text).toMatch(/\[and 25 more that are not shown\]$/);
  });
});
