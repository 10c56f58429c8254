import { describe, expect, it } from "vitest";
import { diagnosisOf, errorsIn, planOf, refusalOf, validationsOf } from "../../test/kit/scores.ts";

describe("text that is no score", () => {
  it.each([
    ["", "1:1 expected a map with the key sheets [V010]"],
    ["- a\n- b\n", "1:1 expected a map with the key sheets [V010]"],
    ["just words", "1:1 expected a map with the key sheets [V010]"],
    ["{}", "1:1 sheets: is missing: expected a list [V011]"],
    ["a:\n\tb: 1\n", "2:1 a tab can't indent; use spaces [V010]"],
    ["a: 'x", "1:6 missing closing 'quote [V010]"],
    ["a: 1\n---\nb: 2\n", "2:1 a score is one document; there is a second one after --- [V010]"],
    ["name: !secret x\n", "1:7 tags (!) are not read in a score [V010]"],
    ["name: a\nname: b\n", '2:1 the key "name" is there twice [V010]'],
    ["x: {1: a, '1': b}\n", '1:11 the key "1" is there twice [V010]'],
    ["<<: {name: a}\n", "1:1 merge keys (<<) are not read in a score; write the keys out [V010]"],
    ["__proto__: {}\n", "1:1 __proto__ can't be a key [V010]"],
    ["? [a]\n: b\n", "1:3 a key must be text or a whole number [V010]"],
    ["null: b\n", "1:1 a key must be text or a whole number [V010]"],
    ["a: *b\n", "1:4 there is no anchor &b before this alias [V010]"],
    ["a: &a [*a]\n", "1:8 *a stands for something that contains it [V010]"],
  ])("says where and why: %j", (text, expected) => {
    expect(errorsIn(text)).toEqual([expected]);
    expect(refusalOf(text)?.code).toBe("score.invalid");
  });

  it("nested a hundred thousand deep does no harm", () => {
    expect(errorsIn("[".repeat(100_000))).toEqual([expect.stringContaining("nested too deeply")]);
  });

  it("is refused when a few aliases blow it up to billions of values", () => {
    const levels = Array.from(
      { length: 10 },
      (_, level) =>
        `l${level}: &l${level} [${Array.from({ length: 9 }, () => (level === 0 ? "x" : `*l${level - 1}`)).join(", ")}]\n`,
    );
    expect(errorsIn(levels.join(""))).toEqual(["1:1 its aliases stand for more than 2000000 values [V010]"]);
  });

  it("larger than a megabyte is refused unread", () => {
    expect(errorsIn("#".repeat(1_000_001))).toEqual(["1:1 is larger than 1 MB [V020]"]);
  });

  it("is refused when it repeats a key at the end of ten thousand keys", () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `k${index}:\n`).join("");
    expect(errorsIn(`${keys}k7:\n`)).toEqual(['10001:1 the key "k7" is there twice [V010]']);
  });

  it.each([
    ["[".repeat(300), "1:201 nested too deeply [V010]"],
    ["- ".repeat(300), "1:401 nested too deeply [V010]"],
    [`a: [${"1,".repeat(200_000)}]`, /^1:\d+ has too many values/],
    [`a: &a x\nb: [${"*a,".repeat(49_000)}]`, /sheets: is missing/],
    [`a: [${"1,".repeat(50_001)}]`, "1:4 has more than 50000 entries [V010]"],
    ["a: !!binary aGVsbG8=", "1:13 tags (!) are not read in a score [V010]"],
    ["k: 1\n".repeat(10_000), '2:1 the key "k" is there twice [V010]'],
  ])("is refused at once when it would take long: %.20s", (text, first) => {
    const [error = "", ...rest] = errorsIn(text);
    expect(error).toMatch(first);
    expect(rest.length).toBeLessThanOrEqual(200);
  });

  it("is told from one that is only wrong", () => {
    expect(diagnosisOf("a: 'x").shape).toBe("unreadable");
    expect(diagnosisOf("sheets: []").shape).toBe("native");
    expect(diagnosisOf("sheets: []")).toMatchObject({ read: null, plan: null });
  });
});

describe("problems", () => {
  it("come all at once, in the order of the file, twenty at most", () => {
    const sheets = Array.from({ length: 30 }, (_, index) => `  - {id: s${index}, prompt: x, colour: red}\n`).join("");
    const lines = refusalOf(`agent: scripted\nsheets:\n${sheets}`)?.message.split("\n  ") ?? [];
    expect(lines).toHaveLength(22);
    expect(lines[0]).toBe("s.yaml is not a valid score:");
    expect(lines[1]).toContain("s.yaml:3:25 sheets[0].colour: unknown key");
    expect(lines[20]).toContain("s.yaml:22:");
    expect(lines[21]).toBe("and 10 more");
  });

  it("inside an alias's value are reported at the anchor", () => {
    const lines = errorsIn("agent: scripted\nsheets:\n  - &a {id: a, prompt: x, oops: 1}\n  - *a\n");
    expect(lines[0]).toContain("3:27 sheets[0].oops: unknown key");
    expect(lines[1]).toContain("3:27 sheets[1].oops: unknown key");
  });

  it("of odd keys are shown so that they can't be mistaken", () => {
    expect(errorsIn('agent: scripted\nsheets: [{id: a, prompt: x}]\n"a b\\nc": 1\n')[0]).toContain(
      '3:1 ["a b\\nc"]: unknown key',
    );
  });

  it("of ten thousand unknown keys are reported up to a limit", () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `zz${index}: 1\n`).join("");
    const errors = errorsIn(`agent: scripted\nsheets: [{id: a, prompt: x}]\n${keys}`);
    expect(errors).toHaveLength(200);
    expect(errors.at(-1)).toMatch(/^202:1 zz199: unknown key/);
  });
});

describe("an alias", () => {
  it("may be used by any number of sheets", () => {
    const sheets = Array.from(
      { length: 500 },
      (_, index) => `  - {id: s${index}, prompt: x, validations: ${index === 0 ? "&v [file_exists: a]" : "*v"}}\n`,
    ).join("");
    const plan = planOf(`agent: scripted\nsheets:\n${sheets}`);
    expect(validationsOf(plan, plan.sheets[499])).toMatchObject([
      { kind: "file_exists", path: { root: "context", path: "a" } },
    ]);
  });
});

describe("the shape of a score", () => {
  it("is Tutti's own with sheets, and Mozart's with sheet or a prompt that is a map", () => {
    expect(errorsIn("sheets: []\nsheet: {}\n")).toEqual([
      "1:9 sheets: must not be empty [V011]",
      expect.stringMatching(/^2:1 sheet: Mozart's key; here sheets is a list .* \[V012\]$/),
    ]);
    expect(diagnosisOf("sheet: {size: 1, total_items: 1}\n").shape).toBe("mozart");
    expect(diagnosisOf("prompt: {template: x}\n").shape).toBe("mozart");
    expect(diagnosisOf("prompt: x\n").shape).toBe("native");
  });

  it("does not change what a score in Tutti's shape says: it is kept as it was read", () => {
    const { read } = diagnosisOf("agent: scripted\nvariables: {f: {1: a}}\nsheets: [{id: a, prompt: x}]\n");
    expect(read?.score.sheets[0]).toMatchObject({ id: "a", prompt: "x" });
    expect(read?.variables).toEqual(new Map([["f", new Map([[1, "a"]])]]));
    expect(read?.foreignAgents).toEqual(new Set());
  });
});

it("a score whose only faults are templates is refused with a code of its own", () => {
  expect(refusalOf('agent: scripted\nsheets: [{id: a, prompt: "{{ nothing }}"}]')?.code).toBe("score.template");
  expect(refusalOf('agent: scripted\nsheets: [{id: a, prompt: "{{ nothing }}"}, {id: b, prompt: ""}]')?.code).toBe(
    "score.invalid",
  );
});

it("a list under sheet is a slip of the pen, not a score of Mozart's", () => {
  expect(errorsIn("agent: scripted\nsheet: [{ id: a, prompt: x }]\n")).toContainEqual(
    expect.stringContaining("2:1 sheet: Mozart's key; here sheets is a list"),
  );
});

it("faults in templates are reported for all sheets at once", () => {
  const score = `agent: scripted
sheets:
  - { id: a, prompt: "{{ aa }}" }
  - { id: b, prompt: "x", title: "{{ bb }}" }
  - { id: c, prompt: "x", validations: [{ file_exists: "{{ cc }}" }] }
  - { id: d, prompt_file: gone.md }
`;
  expect(errorsIn(score).map((line) => line.slice(0, 4).trim())).toEqual(["3:26", "4:38", "5:56", "6:27"]);
});
