import { describe, expect, it } from "vitest";
import { planOf, scene } from "../../../test/kit/scores.ts";
import type { FilledMessage } from "../plan/landing-plan.ts";
import { makeResolver } from "./resolver.ts";
import type { Scene } from "./scene.ts";

const score = (lines: string): string =>
  `agent: {use: claude, model: opus}\nvariables: {odd: "a\\n b\\tc\\0 ", empty: ""}\nsheets: [{id: one, prompt: x}, {id: two, title: Two of us, prompt: x}]\n${lines}\n`;

const ofSecond = (commit: string, more: Partial<Scene> = {}): unknown => {
  const plan = planOf(score(`commit: ${commit}`));
  const [, sheet] = plan.sheets;
  return sheet === undefined ? null : makeResolver(plan).message(sheet, { ...scene, ...more });
};
const requestOf = (request: string, more: Partial<Scene> = {}): unknown => {
  const plan = planOf(score(`landing: {pull_request: ${request}}`));
  const [, sheet] = plan.sheets;
  return sheet === undefined ? null : makeResolver(plan).pullRequest(sheet, { ...scene, ...more });
};

const nothing: FilledMessage = { type: null, scope: null, summary: null, body: null, trailers: {}, coAuthors: [] };

describe("a commit's message", () => {
  it.each<[string, Partial<FilledMessage>]>([
    ["{}", {}],
    [
      "{type: fix, scope: '{{ sheet }}', summary: '{{ title }} ({{ sheet_num }}/{{ total_sheets }})'}",
      { type: "fix", scope: "two", summary: "Two of us (2/2)" },
    ],
    ["{summary: 'by {{ agent }} in {{ workspace }}'}", { summary: "by claude (opus) in /ws" }],
    ["{summary: ' {{ odd }} '}", { summary: "a b c" }],
    ["{trailers: {Odd: '{{ odd }}', Ticket: 'T-{{ sheet_num }}'}}", { trailers: { Odd: "a b c", Ticket: "T-2" } }],
    ["{co_authors: ['{{ sheet }} <{{ sheet }}@x>']}", { coAuthors: ["two <two@x>"] }],
    ['{body: "\\n\\n one \\r\\ntwo\\t\\n\\n{{ odd }}\\n"}', { body: " one\ntwo\n\na\n b\tc" }],
    [
      "{type: '{{ empty }}', scope: ' {{ empty }}', body: ' {{ empty }}', trailers: {A: '{{ empty }}', B: b}, co_authors: ['{{ empty }}']}",
      { trailers: { B: "b" } },
    ],
  ])("has everything filled in, and nothing that is empty: %s", (commit, expected) => {
    expect(ofSecond(commit)).toEqual({ kind: "means", value: { ...nothing, ...expected } });
  });

  it("names the agent that did the work, where a fallback took over", () => {
    expect(ofSecond("{summary: '{{ agent }}'}", { agent: "codex" })).toMatchObject({ value: { summary: "codex" } });
  });

  it("is not cut: a program that prints it shortens a long line", () => {
    expect(ofSecond(`{summary: ${"x".repeat(300)}}`)).toMatchObject({ value: { summary: "x".repeat(300) } });
  });

  it("names the wrong key when it can't be filled in at the time that it matters", () => {
    const commit =
      '{summary: ok, trailers: {Files: \'{{ previous_files.get("a", "b") }}\'}, type: \'{{ previous_files.get("a", "fix") }}\'}';
    expect(ofSecond(commit, { previousFiles: new Map([["a", "two words"]]) })).toEqual({
      kind: "wrong",
      key: "type",
      why: 'must be one word, without ! or :, and is "two words"',
    });
    expect(
      ofSecond("{co_authors: ['{{ empty }}', '{{ previous_files.get(\"a\", \"A\") }} <a@b>']}", {
        previousFiles: new Map([["a", "<x>"]]),
      }),
    ).toMatchObject({
      kind: "wrong",
      key: "co_authors.1",
    });
  });
});

describe("a pull request", () => {
  it.each<[string, object]>([
    ["true", { title: null, body: null }],
    ["{title: '{{ title }} by {{ agent }}'}", { title: "Two of us by claude (opus)", body: null }],
    ['{body: "{{ summary }}\\n\\nPart {{ sheet_num }}\\n"}', { title: null, body: "It\nworks.\n\nPart 2" }],
    ["{title: '{{ summary }}'}", { title: "It works.", body: null }],
    [`{title: ${"x".repeat(72)}}`, { title: "x".repeat(72), body: null }],
    [`{title: ${"🎼".repeat(73)}}`, { title: `${"🎼".repeat(71)}…`, body: null }],
  ])("says what its templates do: %s", (request, expected) => {
    expect(requestOf(request, { summary: "It\r\nworks.\u0007" })).toEqual({ kind: "means", value: expected });
  });

  it("of an agent that said nothing has nothing from it", () => {
    expect(requestOf("{title: '{{ summary }}', body: '{{ summary }}'}")).toEqual({
      kind: "means",
      value: { title: null, body: null },
    });
  });

  it("is none where the score asks for none", () => {
    const plan = planOf(score(""));
    expect(plan.sheets.map((sheet) => makeResolver(plan).pullRequest(sheet, scene))).toEqual([null, null]);
  });
});
