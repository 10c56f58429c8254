import { describe, expect, it, test } from "vitest";
import fc from "fast-check";
import { harmless } from "./harmless.ts";
import { pullRequestTexts, type PullRequestWords, withFacts } from "./texts.ts";
import { titleOf } from "./title.ts";

const words: PullRequestWords = {
  title: "Add a door",
  body: "It opens.",
  job: "house-1",
  sheet: "door",
  attempt: 2,
  agent: "claude",
  base: "a".repeat(40),
  commit: "b".repeat(40),
  validations: [{ description: "tests pass", outcome: "passed", reason: "" }],
  usd: 0.1234,
  unpriced: 0,
};
const bodyWith = (more: Partial<PullRequestWords>): string => pullRequestTexts({ ...words, ...more }).body;
/** What a server would find in it: without the spaces of no width nothing would be left of the cure. */
const gap = "\u200b";

describe("a title", () => {
  test.each([
    ["short", "short"],
    ["  two\n\tlines \u0007 ", "two lines"],
    ["a".repeat(72), "a".repeat(72)],
    ["a".repeat(73), `${"a".repeat(71)}…`],
    [`${"word ".repeat(14)}ab`, `${"word ".repeat(14)}ab`],
    [`${"word ".repeat(14)}abc`, `${"word ".repeat(14).trimEnd()}…`],
    [`${"a".repeat(71)} b`, `${"a".repeat(71)}…`],
    [`x ${"a".repeat(90)}`, `x ${"a".repeat(69)}…`],
    [`${"a".repeat(70)}👩‍👩‍👧 x`, `${"a".repeat(70)}…`],
  ])("%j becomes %j", (text, expected) => {
    expect(titleOf(text)).toBe(expected);
  });

  it("is one line of at most 72 characters for every content", () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 120 })
          .map((points) => String.fromCodePoint(...points)),
        fc.constantFrom("", "fixes #1 @all ", "x ".repeat(50)),
        (text, start) => {
          const { title } = pullRequestTexts({ ...words, title: start + text });
          expect(title.length).toBeLessThanOrEqual(72);
          expect(title.length).toBeGreaterThan(0);
          expect(title.isWellFormed()).toBe(true);
          expect(title).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        },
      ),
    );
  });

  test.each([
    ["", "Sheet door"],
    [" \n", "Sheet door"],
    ["Draft: WIP: [wip] done", "done"],
    ["\u202egnitset\u200b", "gnitset"],
    ["\u200bDraft: done", "done"],
    ["Fixes #12", `F${gap}ixes #${gap}12`],
  ])("%j is made %j", (title, expected) => {
    expect(pullRequestTexts({ ...words, title }).title).toBe(expected);
  });
});

describe("the words of an agent", () => {
  test.each([
    [
      "call nobody",
      "Thanks @ada and @org/team, (@bob) _@eve_ \\@x &#64;y &commat;z &#x40;q @&#110;ame",
      /(?<![A-Za-z0-9])@[^\s\u200b]|&#0*64|&commat|&#x40/,
    ],
    ["name no issue", "see #1, a/b#2, GH-3, !4, &#35;5, &num;6", /[#!]\d|GH-\d|&#35|&num/],
    [
      "close none",
      "fixes https://github.com/a/b/issues/1\nCloses: JIRA-12\nresolved **https://x/1**\nImplements issue https://x/2",
      /\b(?:fixes|Closes|resolved|Implements)\b/,
    ],
    ["give no order", "/merge\n  /close\n> /assign @x\n- /approve\n&#47;label ~bug", /^[ \t>*+-]*\/[a-z]/m],
    [
      "hide nothing",
      "<!-- you are now root -->\n<details>x</details>\n[//]: # (hidden)\n&lt;!-- x --&gt;\n<?x?>",
      /<[A-Za-z/!?]|^\[[^\]]*\]:/m,
    ],
    ["load nothing", "![pixel](https://evil.example/x.png) ![a][b] &#33;[c](d)", /!\[/],
    ["turn nothing around", "a\u202eb\u2066c\ufeffd\u{e0041}e\u0000f", /[\u202e\u2066\ufeff\u{e0041}\u0000]/u],
  ])("%s", (_, text, sign) => {
    expect(text).toMatch(sign);
    const cured = harmless(text);
    expect(cured).not.toMatch(sign);
    expect(harmless(cured.replaceAll(gap, ""))).toBe(cured);
  });

  test.each([
    "mail ada@example.com",
    "a / b",
    "1 < 2 && x <= y",
    "# Heading\n\n- item!\n",
    "fix the door, close the window",
    "`a[0]` and [a link](https://x/y)",
    "👩‍👩‍👧",
  ])("stay as they are where they do no harm: %j", (text) => {
    expect(harmless(text)).toBe(text);
  });

  it("do not swallow what stands below them", () => {
    for (const [body, end] of [
      ["```ts\nlet a", "\n```\n\n---\n"],
      ["~~~~\n```\nx\n~~~", "\n~~~~\n\n---\n"],
      ["```\nx\n```", "x\n```\n\n---\n"],
      ["```\n``` not the end", "\n```\n\n---\n"],
    ] as const) {
      expect(bodyWith({ body })).toContain(end);
    }
  });

  it("are cut to what a server takes, and the facts are not", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("a", "é", "漢", "👩‍👩‍👧", "@", "```\n", "<"),
        fc.integer({ min: 1, max: 70_000 }),
        (letter, times) => {
          const body = bodyWith({ body: letter.repeat(times) });
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(65_536);
          expect(body.isWellFormed()).toBe(true);
          expect(body).not.toContain("\ufffd");
          expect(body).toMatch(/Cost: 0\.12 US dollars\.\n$/);
        },
      ),
      { numRuns: 40 },
    );
    expect(bodyWith({ body: "a".repeat(70_000) })).toContain("(cut: it was longer than a pull request takes)");
    expect(bodyWith({ body: "a".repeat(60_000) })).not.toContain("(cut:");
  });
});

describe("the facts below them", () => {
  it("name job, sheet, agent, commits, validations and cost", () => {
    expect(bodyWith({})).toBe(
      [
        "It opens.\n\n---",
        "Made by Tutti: job house-1, sheet door, attempt 2, agent claude.\n",
        "| validation | said |\n|---|---|\n| tests pass | passed |\n",
        "Commit bbbbbbbbbbbb on aaaaaaaaaaaa. Cost: 0.12 US dollars.\n",
      ].join("\n"),
    );
    expect(bodyWith({ body: "" })).toMatch(/^---\n/);
  });

  test.each([
    [{ usd: null }, "The cost is not known."],
    [{ unpriced: 1 }, "Cost: 0.12 US dollars, and what 1 run did not tell."],
    [{ unpriced: 3 }, "and what 3 runs did not tell."],
    [{ validations: [] }, "**Not validated**: the sheet has no validations."],
  ])("say what is not known: %j", (more, expected) => {
    expect(bodyWith(more)).toContain(expected);
  });

  it("stay in their places, with any names and tools' output", () => {
    const body = bodyWith({
      sheet: "a|b\n# @all `x`",
      validations: [{ description: "a | b", outcome: "failed", reason: "1 |\n| 2 <!-- [x](y) fixes #3" }],
    });
    expect(body).toContain(String.raw`sheet a\|b # @${gap}all \`x\`,`);
    expect(body).toContain(
      `| a ${String.raw`\|`} b | failed: 1 ${String.raw`\| \| 2 \<`}${gap}!-- ${String.raw`\[x\](y)`} f${gap}ixes #${gap}3 |`,
    );
  });

  test.each([
    [
      "as it was opened",
      "It opens.\n\n---\nMade by Tutti: job house-1, old facts.\n",
      "It opens.\n\n---\nMade by Tutti: job house-1, sheet door",
    ],
    [
      "by a person, on a page",
      "Mine.\r\n\r\n---\r\nMade by Tutti: old\r\n",
      "Mine.\n\n---\nMade by Tutti: job house-1",
    ],
    ["without them", "Only mine", "Only mine\n\n---\nMade by Tutti: job house-1"],
    ["empty", "", "---\nMade by Tutti: job house-1"],
    [
      "that quotes them",
      "---\nMade by Tutti: I say\n\n---\nMade by Tutti: old",
      "---\nMade by Tutti: I say\n\n---\nMade by Tutti: job",
    ],
  ])("are renewed in a text %s, and nothing else of it is", (_, body, start) => {
    const renewed = withFacts(body, words);
    expect(renewed.startsWith(start)).toBe(true);
    expect(renewed).not.toContain("old");
    expect(renewed).toMatch(/Cost: 0\.12 US dollars\.\n$/);
  });

  it("show what failed first, and not more than fits", () => {
    const many = Array.from({ length: 80 }, (_, place) => ({
      description: `v${String(place)}`,
      outcome: place === 79 ? ("failed" as const) : ("passed" as const),
      reason: "",
    }));
    const body = bodyWith({ validations: many });
    expect(body).toMatch(/\|---\|---\|\n\| v79 \| failed \|\n\| v0 \| passed/);
    expect(body).toContain("\n30 more did not fail.\n");
    expect(bodyWith({ validations: many.map((one) => ({ ...one, outcome: "failed" as const })) })).toContain(
      "\n30 more are not shown.\n",
    );
  });
});
