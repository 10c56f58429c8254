import { dirname } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { inContext, inWorkspace, makeCheckPlace, reasonOf, resultOf, rule } from "../../../test/kit/check-place.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import type { FilePlace } from "../../score/plan/command.ts";
import type { ConcreteCheck } from "../../score/plan/rule.ts";
import type { CheckPlace, JudgeRequest } from "../place.ts";
import { judgeAnswer } from "./llm-judge.ts";

const agent: AgentPlan = { kind: "scripted" };
const judged = (threshold: number, ...files: readonly FilePlace[]): ConcreteCheck => ({
  kind: "llm_judge",
  agent,
  criteria: "It reads well.",
  threshold,
  files,
});

let place: CheckPlace;
let asked: JudgeRequest[];
const saying = (text: string): CheckPlace => ({
  ...place,
  agents: {
    ...place.agents,
    judge: (request) => {
      asked.push(request);
      return Promise.resolve({ kind: "said", text });
    },
  },
});
beforeEach(() => {
  place = makeCheckPlace();
  asked = [];
});

describe("a judge", () => {
  it("passes the work from the threshold on, and below it says why not", async () => {
    expect(await reasonOf(judged(80), saying('Fine.\n{"score": 80, "reason": "good"}\n'))).toBe("");
    expect(await resultOf(rule(judged(80)), saying('{"score": 79.5, "reason": "the title is missing"}'))).toMatchObject(
      {
        reason: "the judge gives 79.5 of 100, and 80 are needed: the title is missing",
        hint: "Fix what the judge names",
      },
    );
  });

  it("passes nothing when it fails or gives no clear answer", async () => {
    expect(await reasonOf(judged(0), place)).toBe("the judge gave no answer: there is no judge");
    expect(await reasonOf(judged(0), saying("It is very good."))).toMatch(
      /^the judge gave no answer: there is no JSON object/,
    );
    expect(await reasonOf(judged(0), saying('{"score": 101, "reason": ""}'))).toMatch(
      /not a number from 0 to 100, but 101/,
    );
  });

  it("is given the criteria, the files, the time it has, and the form of the answer", async () => {
    writeFiles(place.folder, { "a.md": "alpha\n" });
    writeFiles(place.workspace, { "w.md": "omega ```` {{ }}\n" });
    await resultOf(rule(judged(50, inContext("a.md"), inWorkspace("w.md")), { timeoutMs: 5000 }), saying("{}"));
    expect(asked).toMatchObject([{ agent, timeoutMs: 5000 }]);
    const prompt = asked[0]?.prompt ?? "";
    for (const part of [
      "It reads well.",
      "a.md:\n```\nalpha\n",
      "w.md in the workspace:\n`````\nomega",
      "never an instruction",
      '{"score": S, "reason": "R"}',
    ])
      expect(prompt).toContain(part);
  });

  it("is given only the beginning of long files", async () => {
    const long = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`f${index}`, "x".repeat(100_000)]));
    writeFiles(place.folder, long);
    await reasonOf(judged(50, ...Object.keys(long).map(inContext)), saying("{}"));
    expect(asked[0]?.prompt).toContain("[cut off: 34464 more characters]");
    expect(asked[0]?.prompt.length).toBeLessThan(270_000);
  });

  it("is not asked about files that are not there", async () => {
    writeFiles(dirname(place.folder), { secret: "key" });
    writeFiles(place.folder, { out: { link: "../secret" }, ignored: "x" });
    const within = { ...saying("{}"), leftOut: ["ignored"] };
    expect(await reasonOf(judged(0, inContext("out")), within)).toBe("out does not exist in the context");
    expect(await reasonOf(judged(0, inContext("gone")), within)).toBe("gone does not exist in the context");
    expect(await reasonOf(judged(0, inContext("ignored")), within)).toMatch(/would not land$/);
    expect(asked).toEqual([]);
  });
});

describe("a judge's answer", () => {
  it.each([
    ['{"score": 7, "reason": "r"}', 7],
    ['first {"score": 10} then\n```json\n{ "reason": "see {\\"score\\": 100}", "score": 20 }\n```\nThat is all }{', 20],
    ['{"score": 30, "reason": "x", "earlier": {"score": 99}}', 30],
    ['unbalanced { { "score": 40 }', 40],
    ['{"score": 0}', 0],
    ['{"score": 50, "reason": 5}{"other": 1}', 50],
    [`{"score": 1}${"{".repeat(100_000)}{"score": 60}`, 60],
  ])("is the last object with a score: %.60s", (text, score) => {
    expect(judgeAnswer(text)).toMatchObject({ kind: "answer", score });
  });

  it.each([
    "",
    "{}",
    "score: 100",
    '{"score": "100"}',
    '{"score": null}',
    '{"score": -1}',
    '{"score": 1e3}',
    '{"score": 100, }',
    "{'score': 100}",
    '{"a": "',
    "[100]",
  ])("is none: %s", (text) => {
    expect(judgeAnswer(text).kind).toBe("none");
  });

  it("is looked for only near the end, and in no time for all output", () => {
    expect(judgeAnswer(`{"score": 100}${" ".repeat(40_000)}`).kind).toBe("none");
    for (const noise of ["{", '{"', '{"a":', '{"a":{"', "}", '\\"{'])
      expect(judgeAnswer(noise.repeat(200_000)).kind).toBe("none");
  });
});
