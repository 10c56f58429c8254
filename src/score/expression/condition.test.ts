import { describe, expect, it } from "vitest";
import type { Scope } from "./check.ts";
import { conditionOf, holds } from "./condition.ts";
import type { Type } from "./types.ts";
import type { ValueRecord } from "./value.ts";

const number: Type = { kind: "number" };
const text: Type = { kind: "text" };
const sheet: Type = {
  kind: "record",
  fields: { status: text, validation_passed: { kind: "boolean" }, attempts: number },
};
const scope: Scope = {
  sheet_num: number,
  stage: number,
  instance: number,
  name: text,
  tags: { kind: "list", of: text },
  sheets: { kind: "map", keys: "number", of: sheet },
  counts: { kind: "map", keys: "text", of: number },
  sizes: { kind: "map", keys: "number", of: number },
  data: { kind: "anything" },
};

const values: ValueRecord = {
  sheet_num: 3,
  stage: 3,
  instance: 2,
  name: "ann",
  tags: ["slow", "big"],
  sheets: new Map([[2, { status: "completed", validation_passed: false, attempts: 4 }]]),
  counts: { red: 2 },
  data: {
    score: 0.5,
    list: [1, "a", null],
    deep: { x: null, constructor: 1 },
    twin: { x: null, y: 1 },
    longer: { x: null, constructor: 1, y: 1 },
  },
};

function says(text: string): string {
  const condition = conditionOf(text, scope);
  if (condition.kind === "wrong") return `${condition.column} ${condition.why}`;
  const answer = holds(condition.value, values);
  return answer.kind === "impossible" ? `impossible: ${answer.why}` : answer.kind;
}

describe("a condition is answered", () => {
  it.each([
    ["sheet_num >= 2 and stage == 3", "yes"],
    ["stage == 4 and instance == 2", "no"],
    ["sheets[2].validation_passed", "no"],
    ["not sheets[2].validation_passed", "yes"],
    ['sheets.get(2) and sheets[2].status == "completed"', "yes"],
    ['sheets.get(3) and sheets[3].status == "completed"', "no"],
    ["not sheets.get(3) or sheets[3].validation_passed", "yes"],
    ["sheets.get(2)", "yes"],
    ["sheets.get(3) == none", "yes"],
    ["stage == 1 or stage == 3", "yes"],
    ["stage in [1, 2] or instance not in [1, 3]", "yes"],
    ["2 in sheets and 3 not in sheets and 'red' in counts", "yes"],
    ["'nn' in name and 'slow' in tags and name < 'b'", "yes"],
    ["counts.get('blue') == none and counts.get('red') == 2", "yes"],
    ["7 // 2 == 3 and -7 // 2 == -4 and -7 % 3 == 2 and 7 % -3 == -2 and 1 / 4 == 0.25", "yes"],
    ["'a' + 'b' == \"ab\" and [1] + [2] == [1, 2] and [1] != [2]", "yes"],
    ["len(tags) == 2 and len(name) == 3 and len('😀') == 1", "yes"],
    ["tags[0] == 'slow' and tags[-1] == 'big'", "yes"],
    ["data.score > 0.4 and data['score'] < 1 and data.get('none') == none", "yes"],
    ["data.list[0] + 1 == 2 and 'a' in data.list", "yes"],
    ["data.deep.x == none and not data.deep.x and data.deep", "yes"],
    ["data.deep.constructor == 1", "yes"],
    ["data.deep == data or data.deep == data.twin", "no"],
    ["data.deep != data.longer and data.deep == data.deep and [data] == [data]", "yes"],
    ["'toString' in data or '__proto__' in data", "no"],
    ["none in [stage, none]", "yes"],
    ["false and 1 / 0 == 1", "no"],
    ["true or 1 / 0 == 1", "yes"],
  ])("%s", (text, answer) => {
    expect(says(text)).toBe(answer);
  });
});

describe("a condition that makes no sense is refused when the score is loaded", () => {
  it.each([
    ["stag == 3", '1 there is no "stag" here; did you mean "stage"?'],
    [
      "xylophone == 3",
      '1 there is no "xylophone" here; known are sheet_num, stage, instance, name, tags, sheets, counts, sizes, data',
    ],
    ["__proto__ == none", '1 there is no "__proto__" here'],
    ["constructor", '1 there is no "constructor" here'],
    ["sheets[2].constructor == 1", '11 there is no field "constructor"; known are status, validation_passed, attempts'],
    ["sheets[2].statos == 'x'", '11 there is no field "statos"; did you mean "status"?'],
    ["sheets[2].__proto__ == none", '11 there is no field "__proto__"'],
    ["name.constructor == 1", "6 a text has no fields"],
    ["sheets.size == 1", "8 a map with numbers as keys has no fields: write x[key], or x.get(key)"],
    [
      "sheets.get(2).validation_passed",
      "15 a record that may be missing has no fields to rely on: test it with and, then write x[key].validation_passed",
    ],
    ["stage == 'three'", "7 a number never equals a text, so this would always be false"],
    ["stage != 'three'", "7 a number never equals a text, so this would always be true"],
    ["stage == none", "7 a number never equals none"],
    ["stage == true", "7 a number never equals true or false"],
    ["[1] == ['a']", "5 a list of numbers never equals a list of texts"],
    ["counts == sizes", "8 a map with texts as keys never equals a map with numbers as keys"],
    ["'a' in [stage, none]", "5 a text is never in a list of a number that may be missing"],
    ["none in [stage]", "6 none is never in a list of numbers"],
    ["stage < 'b'", "7 < compares two numbers or two texts, not a number with a text"],
    ["counts.get('red') > 1", "19 > compares two numbers or two texts, not a number that may be missing with a number"],
    ["stage", "1 expected true or false, not a number; compare it with something"],
    ["stage == 1 or instance", "15 expected true or false, not a number"],
    ["not name", "5 expected true or false, not a text"],
    ["sheets[2] and true", "7 expected true or false, not a record"],
    [
      "counts.get('red') and true",
      "8 expected true or false, not a number that may be missing; compare it with none, or with a value",
    ],
    ["none", "1 expected true or false, not none"],
    ["sheets['2'].validation_passed", "7 the keys of this map are numbers, not a text"],
    ["sheets.get('2')", "8 the keys of this map are numbers, not a text"],
    ["'2' in sheets", "5 the keys of this map are numbers, not a text"],
    ["stage in ['a']", "7 a number is never in a list of texts"],
    ["stage in name", "7 only a text can be in a text, not a number"],
    ["stage in 3", "7 in looks into a list, a map or a text, not into a number"],
    ["tags['a'] == 'b'", "5 a place in a list is a number, not a text"],
    ["name[0] == 'a'", "5 [ ] looks up something in a list or a map, not in a text"],
    ["sheets[2]['status'] == 'a'", "10 a record has fields: write x.field"],
    ["name.get('a') == none", "6 .get() is of a map, not of a text"],
    ["data[true] == 1", "5 a key is a number or a text, not true or false"],
    ["'a' * 1000000000 == name", "5 * calculates with numbers, not with a text"],
    ["name % stage == name", "6 % calculates with numbers, not with a text"],
    ["name + stage == name", "6 + needs two numbers, two texts or two lists, not a text and a number"],
    ["data + true == 1", "6 + needs two numbers, two texts or two lists, not anything and true or false"],
    ["-name == 1", "1 - needs a number, not a text"],
    ["len(stage) == 1", "1 len() is of a text or a list, not of a number"],
    ["a == 3 or", "9 expected a value"],
  ])("%s", (text, why) => {
    expect(says(text)).toContain(why);
    expect(says(text)).toMatch(/^\d/);
  });
});

describe("a condition that can't be evaluated is neither yes nor no", () => {
  it.each([
    ["sheets[3].validation_passed", "sheets[3]: there is no 3"],
    ["not sheets[3].validation_passed", "sheets[3]: there is no 3"],
    ["tags[2] == 'a'", "tags[2]: a list of 2 has no place 2"],
    ["tags[0.5] == 'a'", "tags[0.5]: a place in a list is a whole number, not 0.5"],
    ["1 / (stage - 3) != 0", "1 / (stage - 3): a division by zero"],
    ["1 // 0 != 0", "1 // 0: a division by zero"],
    ["1 % 0 != 0", "1 % 0: a division by zero"],
    ["9007199254740991 + 1 == 9007199254740991 + 2", "9007199254740991 + 1: the number becomes too large"],
    ["data.score != '0.5'", 'data.score != "0.5": can\'t compare a number with a text'],
    ["data.score < 'a'", 'data.score < "a": < can\'t compare a number with a text'],
    ["data", "yes"],
    ["data.score", "data.score is a number, neither true nor false"],
    ["not data.list", "data.list is a list, neither true nor false"],
    ["data.missing == none", 'data.missing: there is no "missing"'],
    ["data.__proto__ == none", 'data.__proto__: there is no "__proto__"'],
    ["data['toString'] != none", 'data["toString"]: there is no "toString"'],
    [
      "data.get('constructor') != none or data.score.constructor == 1",
      'data.score.constructor: a number has no field "constructor"',
    ],
    ["data.score.get('a') == none", 'data.score.get("a"): can\'t look up "a" in a number'],
    ["data[3] == 1", "data[3]: the keys here are texts, not a number"],
    [
      "true not in data.list",
      "true not in data.list: can't look for true or false in a list that holds something else",
    ],
    ["1 not in data", "1 not in data: a number can't be a key here"],
    ["1 not in data.score", "1 not in data.score: can't look into a number"],
    ["'a' not in (data + '')", 'data + "": can\'t calculate a record + a text'],
    ["-data == 1", "-data: can't calculate a number - a record"],
    ["len(data.score) == 1", "len(data.score): a number has no length"],
  ])("%s", (text, why) => {
    expect(says(text)).toBe(why === "yes" ? why : `impossible: ${why}`);
  });

  it("when a value is not there after all", () => {
    const condition = conditionOf("stage == 1", scope);
    expect(condition.kind === "means" && holds(condition.value, {})).toEqual({
      kind: "impossible",
      why: 'there is no value for "stage"',
    });
    expect(condition.kind === "means" && holds(condition.value, { stage: "1" })).toMatchObject({ kind: "impossible" });
    expect(holds({ text: "__proto__", expression: { kind: "name", name: "__proto__" } }, values)).toMatchObject({
      kind: "impossible",
    });
  });

  it("when texts or lists would be joined without end, or nest too deep to be compared", () => {
    const impossible = (text: string, data: ValueRecord[string]): string => {
      const condition = conditionOf(text, scope);
      const answer = condition.kind === "means" ? holds(condition.value, { data }) : condition;
      return answer.kind === "impossible" ? answer.why : answer.kind;
    };
    expect(impossible("data + data == ''", "a".repeat(60_000))).toContain(
      "the joined text is longer than 100000 characters",
    );
    expect(
      impossible(
        "data + data == []",
        Array.from({ length: 6_000 }, () => 1),
      ),
    ).toContain("the joined list is longer than 10000 items");
    expect(impossible("data == data", JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) as [])).toContain(
      "can't compare",
    );
  });
});
