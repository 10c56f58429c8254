import { describe, expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { planOf, promptsOf } from "../../../test/kit/scores.ts";
import { mozartScalar } from "./scalars.ts";

describe("a plain word of a Mozart score", () => {
  // What PyYAML makes of each.
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
    ["1.5e+3", 1500.0],
    ["1.5e3", "1.5e3"],
    [".5", 0.5],
    ["5.", 5.0],
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
    expect(Object.is(mozartScalar(word), meant) || mozartScalar(word) === meant).toBe(true);
  });

  it("means that wherever it stands, and nothing else in quotes, in keys and in a score of Tutti's own", () => {
    const prompt = '{template: "{{ a }} {{ b }} {{ c }} {{ d.on }}", variables: {a: yes, b: 010, c: "yes", d: {on: off}}}';
    expect(promptsOf(planOf(mozart({ prompt, parallel: "{enabled: on}" })))[0]).toBe("True 8 yes False");
    expect(promptsOf(planOf('agent: scripted\nvariables: {a: yes, b: 010}\nsheets: [{id: a, prompt: "{{ a }} {{ b }}"}]\n'))[0]).toBe("yes 10");
  });
});
