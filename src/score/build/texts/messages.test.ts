import { describe, expect, it } from "vitest";
import { errorsIn, planOf } from "../../../../test/kit/scores.ts";
import { usualMessage } from "../../plan/landing-plan.ts";

const two = (ofScore: string, ofSecond: string): string =>
  `agent: scripted\nprompt: x\ncommit: ${ofScore}\nsheets:\n  - id: one\n  - {id: two, commit: ${ofSecond}}\n`;

describe("the text of a commit", () => {
  it("is the sheet's before the score's, key by key", () => {
    const { messages, sheets } = planOf(
      two(
        "{type: fix, scope: core, body: b, trailers: {Ticket: T-1, Team: t}, co_authors: [Ada <a@b>]}",
        "{scope: ui, summary: s, trailers: {Ticket: T-2, X: y}, co_authors: []}",
      ),
    );
    expect(sheets.map(({ message }) => messages[message])).toEqual([
      {
        type: "fix",
        scope: "core",
        summary: null,
        body: "b",
        trailers: { Ticket: "T-1", Team: "t" },
        coAuthors: ["Ada <a@b>"],
      },
      {
        type: "fix",
        scope: "ui",
        summary: "s",
        body: "b",
        trailers: { Ticket: "T-2", Team: "t", X: "y" },
        coAuthors: [],
      },
    ]);
  });

  it("stands in the plan once, however many say it", () => {
    const { messages, sheets } = planOf(
      "agent: scripted\nprompt: x\nsheets:\n  - {id: a, fan_out: 3}\n  - {id: b, commit: {type: fix}}\n  - {id: c, commit: {type: fix}}\n",
    );
    expect(messages).toEqual([usualMessage, { ...usualMessage, type: "fix" }]);
    expect(sheets.map(({ message }) => message)).toEqual([0, 0, 0, 1, 1]);
  });

  it("keeps its templates", () => {
    expect(planOf(two("{summary: '{{ sheet }} {{ agent }} {{ title }} {{ workspace }}'}", "{}")).messages).toEqual([
      { ...usualMessage, summary: "{{ sheet }} {{ agent }} {{ title }} {{ workspace }}" },
    ]);
  });
});

describe("faults in the texts of commits are reported once, with their place", () => {
  const own = "trailers that begin with Tutti- are Tutti's own: they are part of the proof [V011]";
  it.each([
    ['{summary: "a\\nb"}', "{}", "3:19 commit.summary: must be one line of text [V011]"],
    ['{type: "a\\tb"}', "{}", "3:16 commit.type: must be one line of text [V011]"],
    ['{scope: "a\\rb"}', "{}", "3:17 commit.scope: must be one line of text [V011]"],
    ["{trailers: {Ticket: ''}}", "{}", "3:29 commit.trailers.Ticket: must be one line of text [V011]"],
    ["{trailers: {Tutti-Job: x}}", "{}", `3:21 commit.trailers.Tutti-Job: ${own}`],
    ["{}", "{trailers: {tUTTI-x: x}}", `6:35 sheets[1].commit.trailers.tUTTI-x: ${own}`],
    [
      "{trailers: {'a b': x}}",
      "{}",
      `3:21 commit.trailers["a b"]: a trailer's name is made of letters, digits and - [V011]`,
    ],
    [
      "{trailers: {'a: b': x}}",
      "{}",
      `3:21 commit.trailers["a: b"]: a trailer's name is made of letters, digits and - [V011]`,
    ],
    ["{subject: x}", "{}", "3:10 commit.subject: here it is summary [V012]"],
    ["{co_authors: [Ada]}", "{}", '3:23 commit.co_authors[0]: must be Name <address>, and is "Ada" [V011]'],
    [
      "{}",
      "{co_authors: [Ada <a@b>, Bob <b>c>]}",
      '6:48 sheets[1].commit.co_authors[1]: must be Name <address>, and is "Bob <b>c>" [V011]',
    ],
    ["{type: 'feat!'}", "{}", '3:16 commit.type: must be one word, without ! or :, and is "feat!" [V011]'],
    ["{type: '{{ title }} it'}", "{}", '3:16 commit.type: must be one word, without ! or :, and is "one it" [V011]'],
    [
      "{scope: a(b)}",
      "{type: fix}",
      `3:17 commit.scope: can't hold parentheses, since the commit puts it into some, and is "a(b)" [V011]`,
    ],
    ["{summary: '{{ wat }}'}", "{type: x}", '3:23 commit.summary: there is no variable "wat" [V101]'],
    [
      "{}",
      "{trailers: {Ticket: 'T-{{ wat }}'}}",
      '6:49 sheets[1].commit.trailers.Ticket: there is no variable "wat" [V101]',
    ],
    [
      "{body: '{{ summary }}'}",
      "{}",
      expect.stringMatching(/^3:\d+ commit\.body: there is no variable "summary".* \[V101\]$/),
    ],
    ["{body: '{{ 1 +'}", "{}", expect.stringMatching(/^3:\d+ commit\.body: .* \[V001\]$/)],
  ])("%s / %s", (ofScore, ofSheet, line: unknown) => {
    expect(errorsIn(two(ofScore, ofSheet))).toEqual([line]);
  });

  it("a fault for a later sheet only is reported for that sheet", () => {
    expect(errorsIn(two('{type: \'{{ ["fix", "a b"][sheet_num - 1] }}\'}', "{}"))).toEqual([
      '3:16 commit.type: must be one word, without ! or :, and is "a b" [V011]',
    ]);
  });
});
