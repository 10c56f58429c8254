import { WholeFloat } from "@tutti/jinja";
import { describe, expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { diagnosisOf, planOf, promptsOf } from "../../../test/kit/scores.ts";
import { makeRecords, skipOf } from "../../schedule/skip.ts";
import { scoreText } from "../print/score-text.ts";
import { mozartScalar } from "../parse.ts";

describe("a plain word of a Mozart score", () => {
  // The values that PyYAML makes of each.
  it.each<[string, unknown]>([
    ["yes", true],
    ["No", false],
    ["on", true],
    ["OFF", false],
    ["y", "y"],
    ["n", "n"],
    ["True", true],
    ["~", null],
    ["null", null],
    ["010", 8],
    ["0o10", "0o10"],
    ["08", "08"],
    ["09.5", 9.5],
    ["0x1F", 31],
    ["0b101", 5],
    ["1_000", 1000],
    ["1:30", 90],
    ["-1:30:00", -5400],
    ["1:30.5", 90.5],
    ["1e5", "1e5"],
    ["1.5e+3", new WholeFloat(1500)],
    ["1.5e3", "1.5e3"],
    [".5", 0.5],
    ["5.", new WholeFloat(5)],
    ["-0.0", new WholeFloat(-0)],
    ["-0", 0],
    ["+7", 7],
    [".inf", Infinity],
    ["2024-01-01", "2024-01-01"],
    ["1.2.3", "1.2.3"],
    ["0", 0],
    ["00", 0],
    ["0_7", 7],
    ["190:20:30", 685230],
    ["12e03", "12e03"],
    ["-.5", "-.5"],
    ["1:75", "1:75"],
  ])("%s is %j", (word, meant) => {
    expect(mozartScalar(word)).toEqual(meant);
  });

  it("means that wherever it stands, and nothing else in quotes, in keys and in a score of Tutti's own", () => {
    const prompt =
      '{template: "{{ a }} {{ b }} {{ c }} {{ d.on }}", variables: {a: yes, b: 010, c: "yes", d: {on: off}}}';
    expect(promptsOf(planOf(mozart({ prompt, parallel: "{enabled: on}" })))[0]).toBe("True 8 yes False");
    expect(
      promptsOf(
        planOf('agent: scripted\nvariables: {a: yes, b: 010}\nsheets: [{id: a, prompt: "{{ a }} {{ b }}"}]\n'),
      )[0],
    ).toBe("yes 10");
  });

  it("is a float where Python has one: its .0 is printed, and arithmetic goes on as in Python", () => {
    const template =
      "{{ v }} {{ v + 1 }} {{ l }} {{ m }} {{ e }} {{ n / 2 }} {{ n // 2 }} {{ v * n }} {{ v is float }} {{ n is float }}";
    const text = mozart({
      prompt: `{template: "${template}", variables: {v: 1.0, l: [2.0, 2, -0.0], m: {a: 3.}, e: 1.0e+3, n: 4}}`,
    });
    const expected = "1.0 2.0 [2.0, 2, -0.0] {'a': 3.0} 1000.0 2.0 2 4.0 True False";
    const diagnosis = diagnosisOf(text);
    expect(promptsOf(planOf(text))[0]).toBe(expected);
    if (diagnosis.read === null) throw new Error("not read");
    expect(promptsOf(planOf(scoreText(diagnosis.read)))[0]).toBe(expected);
  });

  it("is a number to a condition when it is a float", () => {
    const text = mozart({
      sheet: "{size: 1, total_items: 2, skip_when: {2: v == 1}}",
      prompt: "{template: x, variables: {v: 1.0}}",
    });
    const plan = planOf(text);
    const [, second] = plan.sheets;
    if (second === undefined) throw new Error("no second sheet");
    expect(skipOf(plan, second, makeRecords(plan, new Map()))).toEqual({ kind: "skip", why: "skip_when: v == 1" });
  });
});
