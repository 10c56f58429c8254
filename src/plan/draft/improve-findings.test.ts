import { describe, expect, it } from "vitest";
import { checkedDraft } from "./checked.ts";
import { draftSchema } from "./draft.ts";
import { bestOf } from "./improve.ts";
import { type Found, proposalsFrom, withProposals } from "./improve-findings.ts";

const files = new Set(["a.py", "b.py", "c.py"]);
const found = ([tool, code]: readonly [string, string | null], file: string, more: Partial<Found> = {}): Found => ({
  ...{ tool, code, file, message: "said", severity: "warning", fixable: false },
  ...more,
});
const times = (count: number, one: Found): readonly Found[] => Array.from({ length: count }, () => one);

describe("the list of proposals from quality tools", () => {
  it("is one a rule, with an impact by severity and number and an effort by what is left to a person", () => {
    const proposals = proposalsFrom(
      [
        found(["ruff", "F401"], "a.py", { fixable: true }),
        found(["ruff", "F401"], "b.py", { fixable: true }),
        found(["mypy", "arg-type"], "a.py", { severity: "error" }),
        ...times(12, found(["mypy", "no-untyped"], "c.py", { severity: "error" })),
        ...times(50, found(["pylint", "C0103"], "b.py", { severity: "info" })),
      ],
      files,
    );
    expect(proposals.map(({ id, kind, impact, effort, files: of }) => [id, kind, impact, effort, of.length])).toEqual([
      ["tool-mypy-no-untyped", "fix", "critical", "medium", 1],
      ["tool-mypy-arg-type", "fix", "high", "small", 1],
      ["tool-ruff-f401", "refactoring", "medium", "trivial", 2],
      ["tool-pylint-c0103", "refactoring", "low", "large", 1],
    ]);
  });

  it("is a sound plan as it is, for all output of tools", () => {
    const odd = [
      found(["ruff", "…\n{{ x }}"], "a.py", { message: "\u0000".repeat(9) }),
      found(["ruff", "…\n[[ y ]]"], "a.py"),
      found(["x".repeat(200), null], "b.py", { message: "m".repeat(9_000) }),
      found(["ruff", "E1"], "elsewhere.py"),
    ];
    const tasks = [...proposalsFrom(odd, files)];
    expect(tasks).toHaveLength(3);
    const draft = draftSchema.parse({ goal: "g", tasks });
    const requirements = [{ id: "R1", text: "improve" }];
    expect(checkedDraft({ kind: "draft", draft }, { requirements, files })).toMatchObject({ kind: "good" });
  });

  it("is at most twenty rules, the most severe and most frequent first", () => {
    const many = Array.from({ length: 30 }, (_, rule) =>
      times(rule + 1, found(["t", `r${String(rule)}`], "a.py")),
    ).flat();
    const [first, ...rest] = proposalsFrom([...many, found(["t", "worst"], "a.py", { severity: "error" })], files);
    expect([first?.id, rest[0]?.id, rest.length]).toEqual(["tool-t-worst", "tool-t-r29", 19]);
  });

  it("is ranked with what a planner proposes, and keeps away from its names", () => {
    const tasks = proposalsFrom([found(["ruff", "F401"], "a.py", { fixable: true })], files);
    const [own] = tasks;
    if (own === undefined) throw new Error("no proposal");
    const draft = { goal: "g", tasks: [{ ...own, id: "tests", impact: "low", effort: "large" } as const] };
    const both = withProposals(withProposals(draft, tasks), tasks);
    expect(bestOf(both, { known: [], now: 0, most: 3 }).map(({ task, score }) => [task.id, score])).toEqual([
      ["tool-ruff-f401", 9],
      ["tests", -1],
    ]);
  });
});
