import { beforeEach, describe, expect, it, test } from "vitest";
import { makeCheckPlace, resultOf, rule, shellCommand } from "../../../../test/kit/check-place.ts";
import type { FileChange } from "../../../base/line-move.ts";
import type { AgentPlan } from "../../../score/plan/agents/agent-plan.ts";
import { type ReviewRule, reviewWeights } from "../../../score/rules/judged/review.ts";
import type { ValidationResult } from "../../../sheet/verdict.ts";
import type { CheckPlace, Judgement, JudgeRequest } from "../../place.ts";
import { readAnswer, weigh } from "./answer.ts";
import { toolScore } from "./quality.ts";

const asked: ReviewRule = {
  kind: "review",
  agent: null,
  criteria: [],
  threshold: 80,
  least: {},
  weights: reviewWeights,
  since: null,
  rounds: 2,
  tools: [],
  toolsThreshold: null,
};
const change: FileChange = {
  from: "src/a.ts",
  to: "src/a.ts",
  hunks: [
    { oldStart: 3, oldLines: 1, newStart: 3, newLines: 2, removed: ["  old();"], added: ["  first();", "  again();"] },
  ],
};
const full = { correctness: 100, tests: 100, security: 100, documentation: 100, acceptance: 100 };
const said = (more: object = {}): string => `Looks fine.\n${JSON.stringify({ scores: full, ...more })}\n`;

function weighed(more: object, terms: Partial<ReviewRule> = {}): ReturnType<typeof weigh> {
  const read = readAnswer(said(more));
  if (read.kind === "none") throw new Error(read.why);
  return weigh(read.answer, { ...asked, ...terms }, [change]);
}

describe("the score of a review", () => {
  it("is the mean of the categories by their weights; below the threshold it is not approved", () => {
    expect(weighed({ scores: { ...full, tests: 20 } })).toMatchObject({ score: 80, isApproved: true });
    expect(weighed({ scores: { ...full, tests: 19 } })).toMatchObject({
      score: 79.8,
      isApproved: false,
      reasons: ["the reviewer gives 79.8 of 100, and 80 are needed"],
    });
    expect(weighed({ scores: { ...full, tests: 0 } }, { weights: { ...reviewWeights, tests: 0 } }).score).toBe(100);
  });

  it("does not outweigh a blocker, nor a category below its least", () => {
    const comment = { severity: "blocker", category: "security", file: "src/a.ts", line: 3, text: "leaks the key" };
    expect(weighed({ comments: [comment], summary: "no" }).reasons).toEqual([
      "the reviewer gives 100 of 100; 1 blocker: no",
      "[blocker] src/a.ts:3 (security): leaks the key",
    ]);
    expect(weighed({ scores: { ...full, security: 85 } }, { least: { security: 90 } }).reasons).toEqual([
      "the reviewer gives 97 of 100; security has 85 of 100, and 90 are needed",
    ]);
  });
});

describe("a criterion", () => {
  const cite = (file: string, text: string): object => ({
    criteria: [{ criterion: 1, met: true, citations: [{ file, line: 99, text }] }],
  });
  const isMet = (more: object): boolean => weighed(more, { criteria: ["It does it twice."] }).isApproved;

  test.each<[string, object, boolean]>([
    ["with a line that was added is met", cite("src/a.ts", "again();"), true],
    ["with a line that was removed is met", cite("src/a.ts", "-   old();"), true],
    ["with a line that the change does not have is not met", cite("src/a.ts", "third();"), false],
    ["with a line of another file is not met", cite("src/b.ts", "again();"), false],
    ["with a citation of next to nothing is not met", cite("src/a.ts", ")"), false],
    ["without a citation is not met", { criteria: [{ criterion: 1, met: true }] }, false],
    ["that the answer leaves out is not met", {}, false],
    [
      "that is said to be met and not met is not met",
      {
        criteria: [
          { criterion: 1, met: true, citations: [{ file: "src/a.ts", text: "again();" }] },
          { criterion: 1, met: false },
        ],
      },
      false,
    ],
  ])("%s", (_, more, expected) => {
    expect(isMet(more)).toBe(expected);
  });

  it("is named to the author when it is not met, and lowers the points for acceptance", () => {
    expect(weighed({}, { criteria: ["It does it twice."] })).toMatchObject({
      scores: { acceptance: 0 },
      blockers: 1,
      reasons: [
        "the reviewer gives 90 of 100; 1 blocker",
        "[blocker] not met: It does it twice. (the reviewer does not see it met)",
      ],
    });
  });
});

describe("a reviewer", () => {
  const claude: AgentPlan = { kind: "profile", name: "claude", model: null, args: [], env: {}, account: null };
  let place: CheckPlace;
  let requests: JudgeRequest[];
  beforeEach(() => {
    place = makeCheckPlace();
    requests = [];
  });

  function answering(...answers: readonly (string | Judgement)[]): CheckPlace {
    const judge: CheckPlace["agents"]["judge"] = (request) => {
      requests.push(request);
      const next = answers[requests.length - 1] ?? { kind: "failed", why: "it is gone" };
      return Promise.resolve(typeof next === "string" ? { kind: "said", text: next } : next);
    };
    const lineChanges = (): Promise<ReadonlyMap<string, FileChange>> =>
      Promise.resolve(new Map([["src/a.ts", change]]));
    return { ...place, since: { ...place.since, lineChanges }, agents: { ...place.agents, judge } };
  }
  const result = (at: CheckPlace, terms: Partial<ReviewRule> = {}): Promise<ValidationResult> =>
    resultOf(rule({ ...asked, ...terms }), at);

  it("is given the task, the criteria and the lines of the change, as material", async () => {
    await result(answering(said()), { criteria: ["It does it twice."] });
    const prompt = requests[0]?.prompt ?? "";
    expect(prompt).toContain("Do it.");
    expect(prompt).toContain("1. It does it twice.");
    expect(prompt).toContain("src/a.ts\n3 -   old();\n3 +   first();\n4 +   again();");
  });

  it("is asked once more when it gives no answer, or a broken one; then the change is not reviewed", async () => {
    expect(await result(answering("Fine!", said()))).toMatchObject({ passed: true, review: { verdict: "approved" } });
    for (const broken of [
      "Approved.",
      said({ note: "x" }),
      said({ scores: { ...full, tests: 101 } }),
      '{"scores": 1}',
    ]) {
      requests = [];
      const end = await result(answering(broken, broken));
      expect(end).toMatchObject({ passed: false, review: { verdict: "unreviewed", score: null } });
      expect(end.reason).toMatch(/^not reviewed: scripted gave no answer: /);
      expect(requests).toHaveLength(2);
    }
  });

  it("has the score of quality tools beside it: 10 points for an error, 1 for a warning, by weight", async () => {
    const tool = (weight: number, ...printed: readonly string[]): ReviewRule["tools"][number] => ({
      weight,
      check: {
        kind: "findings",
        tool: "",
        command: shellCommand(`printf '%s\\n' ${printed.map((line) => `'${line}'`).join(" ")}`),
        format: { kind: "github" },
        changed: null,
        fixes: null,
        ignore: [],
        silencers: [],
        configs: [],
      },
    });
    const tools = [
      tool(3, "::error file=a.ts,line=3::bad", "::error file=a.ts,line=4::worse"),
      tool(1, "::warning file=a.ts,line=1::odd", "::notice file=a.ts,line=1::fine"),
    ];
    expect(await result(answering(said()), { tools })).toMatchObject({ passed: true, review: { quality: 84.8 } });
    const low = await result(answering("", said()), { tools, toolsThreshold: 90 });
    expect(low.reason.split("\n")).toEqual([
      "tools give 84.8 of 100, and 90 are needed; the reviewer gives 100 of 100",
      "[error] a.ts:3 bad",
      "[error] a.ts:4 worse",
      "[warning] a.ts:1 odd",
    ]);
    expect(toolScore(Array.from({ length: 3 }, () => ({ severity: "error" as const })))).toBe(70);
    expect(toolScore(Array.from({ length: 20 }, () => ({ severity: "error" as const })))).toBe(0);
  });

  it("is another agent than the author where the sheet has one; else that is said", async () => {
    expect((await result(answering(said()))).review).toMatchObject({ reviewer: "scripted", isOwn: true });
    const at = answering("", said());
    const more = { ...at, agents: { ...at.agents, cast: [{ kind: "scripted" } as const, claude] } };
    expect((await result(more)).review).toEqual(expect.objectContaining({ reviewer: "claude" }));
    expect((await result(more)).review?.isOwn).toBeUndefined();
  });

  it("is shown the change since a branch where the score says so, and is not asked about one that git does not know", async () => {
    const at = answering(said());
    const since = (found: ReadonlyMap<string, FileChange> | null): CheckPlace => ({
      ...at,
      since: {
        ...at.since,
        lineChanges: () => Promise.resolve(new Map()),
        lineChangesSince: () => Promise.resolve(found),
      },
    });
    expect((await result(since(new Map([["src/a.ts", change]])), { since: "main" })).passed).toBe(true);
    expect(requests[0]?.prompt).toContain("first();");
    requests = [];
    expect(await result(since(null), { since: "mian" })).toMatchObject({
      reason: 'not reviewed: it has nothing in common with "mian"',
      review: { verdict: "unreviewed" },
    });
    expect(requests).toEqual([]);
  });

  it("is not asked again about a change that it has approved of already", async () => {
    const { review = null } = await result(answering(said()));
    requests = [];
    const at = answering();
    expect(await result({ ...at, agents: { ...at.agents, reviewed: review } })).toMatchObject({ passed: true, review });
    expect(requests).toEqual([]);
  });
});
