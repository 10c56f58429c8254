import { describe, expect, it } from "vitest";
import { errorsIn, planOf, promptsOf } from "../../../../test/kit/scores.ts";

/** Sheets written like `{id: a, fan_out: 2}`, one each. */
const score = (...sheets: readonly string[]): string =>
  `agent: scripted\nprompt: x\nsheets:\n${sheets.map((sheet) => ` - {${sheet}}\n`).join("")}`;

/** Each sheet with what it comes after: `b ← a c`. */
const links = (...sheets: readonly string[]): readonly string[] =>
  planOf(score(...sheets)).sheets.map(({ id, after }) => [id, "←", ...after].join(" "));

describe("a sheet that fans out", () => {
  it("is played as often as it says, under numbered names; once is a number too", () => {
    expect(links("id: a, fan_out: 3", "id: b, fan_out: 1", "id: c")).toEqual([
      "a-1 ←",
      "a-2 ←",
      "a-3 ←",
      "b-1 ←",
      "c ←",
    ]);
  });

  it.each([
    ["1 → N: each copy comes after the one", ["id: a", "id: b, fan_out: 2, after: a"], ["a ←", "b-1 ← a", "b-2 ← a"]],
    [
      "N → 1: the one comes after all copies",
      ["id: a, fan_out: 2", "id: b, after: a"],
      ["a-1 ←", "a-2 ←", "b ← a-1 a-2"],
    ],
    [
      "N → N: each copy comes after the one with its number",
      ["id: a, fan_out: 2", "id: b, fan_out: 2, after: a"],
      ["a-1 ←", "a-2 ←", "b-1 ← a-1", "b-2 ← a-2"],
    ],
    [
      "N → M: each copy comes after all",
      ["id: a, fan_out: 2", "id: b, fan_out: 3, after: a"],
      ["a-1 ←", "a-2 ←", "b-1 ← a-1 a-2", "b-2 ← a-1 a-2", "b-3 ← a-1 a-2"],
    ],
    ["one copy can be named", ["id: a, fan_out: 2", "id: b, after: [a-2]"], ["a-1 ←", "a-2 ←", "b ← a-2"]],
    [
      "copies and groups can be named together, each once",
      ["id: a, fan_out: 2", "id: b, after: [a-2, a, a-1]"],
      ["a-1 ←", "a-2 ←", "b ← a-2 a-1"],
    ],
    [
      "what is written later may come earlier",
      ["id: b, after: a", "id: a, fan_out: 2"],
      ["b ← a-1 a-2", "a-1 ←", "a-2 ←"],
    ],
  ])("%s", (_, sheets, expected) => {
    expect(links(...sheets)).toEqual(expected);
  });

  it("tells each copy which one it is", () => {
    const text = `agent: scripted
prompt: "{{ sheet }} {{ sheet_num }}/{{ total_sheets }} {{ stage }}/{{ total_stages }} {{ instance }}/{{ fan_count }} {{ start_item }}-{{ end_item }}"
sheets: [{id: a}, {id: b, fan_out: 2}, {id: c, item_range: [11, 20]}]`;
    expect(promptsOf(planOf(text))).toEqual([
      "a 1/4 1/3 1/1 1-1",
      "b-1 2/4 2/3 1/2 2-2",
      "b-2 3/4 2/3 2/2 3-3",
      "c 4/4 3/3 1/1 11-20",
    ]);
  });

  it("is known by the words of both of Mozart's generations", () => {
    const text = `agent: scripted
prompt: "{{ movement }}/{{ total_movements }} {{ voice }}/{{ voice_count }}"
sheets: [{id: a}, {id: b, fan_out: 2}]`;
    expect(promptsOf(planOf(text))).toEqual(["1/2 1/1", "2/2 1/2", "2/2 2/2"]);
  });
});

describe("a sheet with items", () => {
  const ranges = (items: string): readonly string[] =>
    promptsOf(
      planOf(
        `agent: scripted\nprompt: "{{ sheet }} {{ start_item }}-{{ end_item }} {{ stage }}/{{ total_stages }} {{ fan_count }}"\nsheets: [{id: i, items: {${items}}}]`,
      ),
    );

  it("is played once for each group of them, each a stage of its own", () => {
    expect(ranges("total: 12, size: 5")).toEqual(["i-1 1-5 1/3 1", "i-2 6-10 2/3 1", "i-3 11-12 3/3 1"]);
    expect(ranges("total: 12, size: 5, start: 6")).toEqual(["i-1 6-10 1/2 1", "i-2 11-12 2/2 1"]);
    expect(ranges("total: 2")).toEqual(["i-1 1-1 1/2 1", "i-2 2-2 2/2 1"]);
    expect(ranges("total: 5, start: 5, size: 9")).toEqual(["i-1 5-5 1/1 1"]);
  });

  it("is played in any order, or in that of the items", () => {
    expect(links("id: i, items: {total: 3}")).toEqual(["i-1 ←", "i-2 ←", "i-3 ←"]);
    expect(links("id: a", "id: i, after: a, items: {total: 3, sequential: true}")).toEqual([
      "a ←",
      "i-1 ← a",
      "i-2 ← a i-1",
      "i-3 ← a i-2",
    ]);
  });

  it("is waited for as a whole", () => {
    expect(links("id: i, items: {total: 2}", "id: j, items: {total: 2}, after: i").slice(2)).toEqual([
      "j-1 ← i-1 i-2",
      "j-2 ← i-1 i-2",
    ]);
  });
});

describe("a group that can't be is told", () => {
  it.each([
    [["id: a, fan_out: 0"], "4:21 sheets[0].fan_out: must be at least 1 [V011]"],
    [["id: a, fan_out: 10001"], "4:21 sheets[0].fan_out: must be at most 10000 [V011]"],
    [
      ["id: a, fan_out: 2, items: {total: 2}"],
      "4:4 sheets[0]: give only one of fan_out, best_of, items and item_range [V011]",
    ],
    [["id: a, item_range: [3, 2]"], "4:24 sheets[0].item_range: ends before it begins [V011]"],
    [
      ["id: a, items: {total: 2, start: 3}"],
      "4:37 sheets[0].items.start: is after the last item: there would be no sheet [V011]",
    ],
    [
      ["id: a, items: {total: 9007199254740991}"],
      "4:2 sheets: makes 9007199254740991 sheets; a job can have 100000 [V020]",
    ],
    [["id: a, items: {total: 100000}", "id: b"], "4:2 sheets: makes 100001 sheets; a job can have 100000 [V020]"],
    [["id: a, fan_out: 2", "id: a-2"], '5:9 sheets[1].id: there is another sheet "a-2" [V014]'],
    [["id: a, fan_out: 2, after: [a]"], "4:32 sheets[0].after[0]: a sheet can't come after itself [V015]"],
    [["id: a, items: {total: 3}, after: [a]"], "4:39 sheets[0].after[0]: a sheet can't come after itself [V015]"],
    [["id: a, fan_out: 10000, after: [a]"], "4:36 sheets[0].after[0]: a sheet can't come after itself [V015]"],
    [
      ["id: plan", "id: b, after: [plan-1]"],
      '5:20 sheets[1].after[0]: there is no sheet "plan-1"; did you mean "plan"? [V015]',
    ],
    [
      ["id: review, fan_out: 2", "id: b, after: [review-3]"],
      '5:20 sheets[1].after[0]: there is no sheet "review-3"; did you mean "review-1"? [V015]',
    ],
  ])("%j", (sheets, line) => {
    expect(errorsIn(score(...sheets))).toEqual([line]);
  });

  it("a copy that comes after itself, and so all those that wait for it", () => {
    expect(errorsIn(score("id: a, fan_out: 2, after: [a-2]"))).toContain(
      "4:32 sheets[0].after[0]: a sheet can't come after itself [V015]",
    );
  });

  it("a circle through groups, as a way through it", () => {
    expect(errorsIn(score("id: a, fan_out: 2, after: c", "id: b, fan_out: 2, after: a", "id: c, after: b"))[0]).toBe(
      "4:31 sheets[0].after[0]: a circle: a-1 → c → b-1 → a-1; no sheet of it could ever start [V016]",
    );
    expect(errorsIn(score("id: a, items: {total: 2, sequential: true}, after: b", "id: b, after: a-1"))[0]).toContain(
      "a circle: a-1 → b → a-1",
    );
  });
});

describe("links", () => {
  it("on nothing, on oneself and in a circle are told together", () => {
    expect(
      errorsIn(score("id: one, after: [two]", "id: two, after: [tree, three]", "id: three, after: [three, one]")),
    ).toEqual([
      "4:22 sheets[0].after[0]: a circle: one → two → three → one; no sheet of it could ever start [V016]",
      '5:22 sheets[1].after[0]: there is no sheet "tree"; did you mean "three"? [V015]',
      "6:24 sheets[2].after[0]: a sheet can't come after itself [V015]",
    ]);
  });

  it("of 10,000 sheets in one chain are read like any others", () => {
    const chain = Array.from(
      { length: 10_000 },
      (_, index) => `id: s${index}${index === 0 ? "" : `, after: s${index - 1}`}`,
    );
    expect(planOf(score(...chain)).sheets).toHaveLength(10_000);
  });

  it("may be two million, and no more", () => {
    const many = (copies: number): readonly string[] => ["id: a, fan_out: 1000", `id: b, fan_out: ${copies}, after: a`];
    expect(planOf(score(...many(2_000))).sheets.at(-1)?.after).toHaveLength(1_000);
    const tooMany =
      "5:34 sheets[1].after: makes more than 2000000 dependencies; put a sheet between the two that waits for all of them [V020]";
    expect(errorsIn(score(...many(2_001)))).toEqual([tooMany]);
  });

  it("to single copies count like all others", () => {
    const copies = Array.from({ length: 1_000 }, (_, index) => `a-${index + 1}`).join(", ");
    expect(errorsIn(score("id: a, fan_out: 1000", `id: b, fan_out: 10000, after: [${copies}]`))[0]).toContain(
      "makes more than 2000000 dependencies",
    );
  });

  it("of ten thousand copies to ten thousand others are matched one by one", () => {
    expect(planOf(score("id: a, fan_out: 10000", "id: b, fan_out: 10000, after: a")).sheets.at(-1)?.after).toEqual([
      "a-10000",
    ]);
  });
});
