import { describe, expect, it } from "vitest";
import { listening } from "../../../../test/kit/listening.ts";
import type { ReviewItem } from "../../../api/contract/landing/review.ts";
import { TuttiError } from "../../../base/error.ts";
import type { CommitSha, EpochMs, JobId } from "../../../base/ids.ts";
import { nothingSpentYet } from "../../../sheet/cost/usage.ts";
import { type ReviewActs, type Walked, walkThrough } from "./walk.ts";

const item = (sheet: string, more: Partial<ReviewItem> = {}): ReviewItem => ({
  job: "job-1" as JobId,
  sheet,
  title: `Do ${sheet}`,
  attempt: 1,
  agent: "claude",
  model: null,
  cost: { ...nothingSpentYet, usd: 0.25 },
  target: "refs/heads/main",
  held: { kind: "approval" },
  why: "its score wants a person's approval",
  since: 0 as EpochMs,
  validations: [{ description: "npm test", passed: true, reason: "" }],
  flags: [],
  base: "base" as CommitSha,
  capture: "capture" as CommitSha,
  files: [{ path: "a.txt", status: "added", insertions: 1, deletions: 0, bytes: 2 }],
  moreFiles: 0,
  insertions: 1,
  deletions: 0,
  text: "diff --git a/a.txt b/a.txt\n@@ -0,0 +1 @@\n+a\n",
  droppedBytes: 0,
  ...more,
});

interface Played {
  readonly walked: Walked;
  /** The decisions, in order. */
  readonly done: readonly string[];
  readonly out: string;
  readonly err: string;
}

/** A person who says these lines, and is gone then. */
async function play(
  items: readonly ReviewItem[],
  lines: readonly string[],
  more: Partial<ReviewActs> = {},
): Promise<Played> {
  const { terminal, out, err } = listening();
  const done: string[] = [];
  const left = [...lines];
  const note = (what: string): Promise<string> => {
    done.push(what);
    return Promise.resolve(`said ${what}`);
  };
  const acts: ReviewActs = {
    approve: ({ sheet }) => note(`approve ${sheet}`),
    sendBack: ({ sheet }, text) => note(`send back ${sheet}: ${text}`),
    drop: ({ sheet }) => note(`drop ${sheet}`),
    try: ({ sheet }) => note(`try ${sheet}`),
    back: () => note("back"),
    show: (one) => Promise.resolve(one),
    ...more,
  };
  const walked = await walkThrough(terminal, {
    items,
    acts,
    ask: () => Promise.resolve(left.shift() ?? null),
    now: () => 2000,
  });
  return { walked, done, out: out.join("\n"), err: err.join("\n") };
}

describe("a person who goes through results", () => {
  it("decides about each by a letter, and is told what became of it", async () => {
    const { walked, done, out } = await play(
      ["a", "b", "c", "d"].map((sheet) => item(sheet)),
      ["a", "s", "shorter, please", "D ", "n"],
    );
    expect(done).toEqual(["approve a", "send back b: shorter, please", "drop c"]);
    expect([walked, out.includes("said drop c")]).toEqual([{ approved: 1, sentBack: 1, dropped: 1, left: 1 }, true]);
  });

  it("sees places that the target changed too, as all three sides have them", async () => {
    const region = { line: 4, base: ["limit=1"], ours: ["limit=10"], theirs: [] };
    const { out } = await play([item("a", { conflicts: [{ path: "conf", regions: [region] }] })], ["q"]);
    expect(out).toContain(
      "! changed on both sides: conf:4\n  base\n    limit=1\n  main\n    limit=10\n  this result\n    (nothing)",
    );
  });

  it("sees title, agent, cost, validations, reason, files and the beginning of the change", async () => {
    const { out } = await play([item("a")], ["q"]);
    for (const text of [
      "1/1  Do a",
      "by claude, $0.25",
      "for 2 s: its score wants a person's approval",
      "✓ npm test",
      "a.txt",
      "1 file +1 -0",
      "+a",
    ])
      expect(out).toContain(text);
  });

  it("sees a long change in part at first, and all of it when asking for it", async () => {
    const text = `diff --git a/a b/a\n@@ -0,0 +1,300 @@\n${Array.from({ length: 300 }, (_, line) => `+line ${line}`).join("\n")}\n`;
    const seen = (lines: readonly string[]) =>
      play([item("a", { text })], lines).then(({ out }) => [
        out.includes("+line 50"),
        out.includes("+line 299"),
        out.includes("202 more lines"),
      ]);
    expect([await seen(["q"]), await seen(["v", "q"])]).toEqual([
      [true, false, true],
      [true, true, true],
    ]);
  });

  it("may try a result and come back before deciding about it", async () => {
    const { done, walked } = await play([item("a")], ["t", "b", "a"]);
    expect([done, walked.approved]).toEqual([["try a", "back", "approve a"], 1]);
  });

  it("is asked again after a slip, an empty comment, or what can't be done now", async () => {
    const refuse = () =>
      Promise.reject(
        new TuttiError("job.not_now", "README.md has changes", { audience: "user", hint: "Commit or stash it." }),
      );
    const { done, err, walked } = await play([item("a")], ["", "x", "s", " ", "t", "a"], { try: refuse });
    expect([done, walked.approved]).toEqual([["approve a"], 1]);
    expect(err).toContain("README.md has changes");
    expect(err).toContain("Commit or stash it.");
  });

  it("who quits, or is gone, leaves the rest as it is", async () => {
    const two = [item("a"), item("b")];
    expect((await play(two, ["a", "q"])).walked).toEqual({ approved: 1, sentBack: 0, dropped: 0, left: 1 });
    expect(await play(two, [])).toMatchObject({ walked: { approved: 0, left: 2 }, done: [] });
  });

  it("does not go on when Tutti itself is gone", async () => {
    const lost = () => Promise.reject(new TuttiError("conductor.lost", "gone", { audience: "environment" }));
    await expect(play([item("a")], ["a"], { approve: lost })).rejects.toMatchObject({ code: "conductor.lost" });
    await expect(play([item("a")], ["a"], { approve: () => Promise.reject(new TypeError("a fault")) })).rejects.toThrow(
      "a fault",
    );
  });

  it("is not spoken to by what agents wrote", async () => {
    const { out } = await play(
      [item("a", { title: "x\u001b[2Jy", text: "diff --git a/a b/a\n@@ -0,0 +1 @@\n+\u001b]0;t\u0007\n" })],
      ["q"],
    );
    expect(out).not.toContain("\u001b");
  });
});
