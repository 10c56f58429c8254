/** The work of agents while an example is played, and its expected result. */
export interface Playing {
  /**
   * Sheet → what its agent does (the words of the scripted agent), all the same for those who judge, as
   * `codex:<sheet>`.
   */
  readonly agents: Readonly<Record<string, string>>;
  /** Results wait for a person, who then approves them all. */
  readonly approved?: true;
  /** Sheet → state, where it is not `landed`. */
  readonly states?: Readonly<Record<string, string>>;
  /** File on main → a text that it holds. */
  readonly gives?: Readonly<Record<string, string>>;
  /** `<sheet>.<attempt>` → what its agent was told, among other things. */
  readonly told?: Readonly<Record<string, readonly string[]>>;
}

const titleTest =
  'import { title } from "../src/title.js";\\nimport { equal } from "node:assert/strict";\\nequal(title("a b"), "A B");';
const title = "export const title = (text) => text.replace(/\\b\\w/g, (letter) => letter.toUpperCase());";

export const playings: Readonly<Record<string, Playing>> = {
  "sheets/first.yaml": {
    agents: { usage: 'append README.md \\n## Usage\\n\\n    slug("A Text")' },
    gives: { "README.md": "## Usage" },
  },
  "sheets/dependencies.yaml": {
    agents: {
      design: "create docs/wrap.md wrap(text, width) breaks lines at blanks.",
      code: "create src/wrap.js export const wrap = (text) => text;",
      tests: 'create test/wrap.test.js import { wrap } from "../src/wrap.js";\\nwrap("a", 1);',
      together: "create CHANGELOG.md - wrap()",
    },
    gives: { "CHANGELOG.md": "wrap()" },
  },
  "sheets/review.yaml": {
    agents: {
      "review-1": "create reviews/correctness.md None.",
      "review-2": "create reviews/speed.md slug() splits.",
      "review-3": "create reviews/readability.md None.",
      "answer-1": "append reviews/correctness.md Nothing to do.",
      "answer-2": "append reviews/speed.md Left, it is quick enough.",
      "answer-3": "append reviews/readability.md Nothing to do.",
      summary: "create reviews/README.md All is well.",
    },
    told: {
      "review-2.1": ["an eye on speed only", "reviews/speed.md was made or changed"],
      "answer-3.1": ["reviews/readability.md finds"],
    },
  },
  "sheets/item-groups.yaml": {
    agents: {
      "translate-1": "create messages/de-1-5.txt 1\\n2\\n3\\n4\\n5",
      "translate-2": "create messages/de-6-10.txt 6\\n7\\n8\\n9\\n10",
      "translate-3": "create messages/de-11-12.txt 11\\n12",
      join: "create messages/de.txt 1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n10\\n11\\n12\ndelete messages/de-1-5.txt\ndelete messages/de-6-10.txt\ndelete messages/de-11-12.txt",
    },
    told: { "translate-3.1": ["lines 11 to 12"] },
  },
  "sheets/skipping.yaml": {
    agents: {
      "dead-links": "print There are none.",
      changelog: "create CHANGELOG.md 1.4.0",
      report: "create STATE.md good",
    },
    states: { "dead-links": "done", "mend-links": "skipped" },
    told: { "report.1": ["1 had nothing to do"] },
  },
  "prompts/cross-sheet.yaml": {
    agents: {
      survey: "print It has two functions.",
      decide: "create docs/decisions/0001.md Tests come first.",
      write: "create CONTRIBUTING.md Write a test first.",
    },
    states: { survey: "done" },
    told: { "decide.1": ["Sheet 1 found:\nIt has two functions."], "write.1": ["Tests come first."] },
  },
  "prompts/house-rules.yaml": {
    agents: { slug: 'edit src/slug.js ".trim()" ".trim().normalize()"', docs: "create docs/slug.md It makes slugs." },
    told: {
      "slug.1": [
        "## Context: rules/style.md",
        "## Skill: rules/skills/testing.md",
        "do less and say so",
        "When you are done with slug, say",
      ],
      "docs.1": ["## Context: rules/prose.md", "Two sentences are enough."],
    },
  },
  "prompts/templates.yaml": {
    agents: {
      "page-1": "create docs/slug.md # slug",
      "page-2": "create docs/words.md # words",
      "page-3": "create docs/title.md # title",
    },
    told: {
      "page-1.1": ["- an example with plain text\n- an example with umlauts\n", "a friendly tone, 80 words"],
      "page-3.1": ["link the others (slug, words)"],
    },
  },
  "checks/staged.yaml": {
    agents: {
      code: `create src/title.js ${title}`,
      tests: `create test/title.test.js ${titleTest}`,
      docs: "create docs/title.md title() has capitals.",
    },
    told: { "code.1": ["- nothing is left to do", "- the tests pass"] },
  },
  "checks/preconditions.yaml": {
    agents: { rename: 'edit src/slug.js "function slug" "function slugOf"' },
    gives: { "src/slug.js": "slugOf" },
  },
  "checks/diff-within.yaml": {
    agents: {
      "faster-slug": 'edit src/slug.js ".trim().toLowerCase()" ".toLowerCase().trim()"',
      notes: "create docs/speed.md Fast.",
    },
  },
  "checks/json-path.yaml": {
    agents: {
      release:
        'create package.json { "name": "text-tools", "version": "2.0.0", "type": "module" }\ncreate CHANGELOG.md 2.0.0\n' +
        'create reports/api.json [{ "name": "slug", "documented": true }, { "name": "words", "documented": true }]',
    },
  },
  "checks/findings.yaml": {
    agents: { count: "append src/words.js export function count(text) {\\n  return words(text).length;\\n}" },
  },
  "checks/judge.yaml": {
    agents: {
      tutorial: "create docs/tutorial.md # Tutorial\non-attempt 2 append docs/tutorial.md Import it first.",
      "codex:tutorial":
        'on-attempt 1 print {"score": 40, "reason": "it does not say where to begin"}\non-attempt 2 print {"score": 90, "reason": ""}',
    },
    told: { "tutorial.2": ["it does not say where to begin"] },
  },
  "running/retries.yaml": {
    agents: {
      flaky: "until-attempt 1 fail 1\ncreate docs/flaky.md The clock.",
      guide: "on-attempt 1 create docs/guide.md Guide\non-attempt 2 append README.md See docs/guide.md.",
    },
    gives: { "docs/flaky.md": "The clock.", "README.md": "See docs/guide.md." },
    told: { "guide.2": ["README.md"] },
  },
  "running/agents.yaml": {
    agents: {
      words: "append src/words.js export const longest = (text) => words(text)[0];   ",
      "codex:tests": 'create test/longest.test.js import { longest } from "../src/words.js";   \\nlongest("a");',
      changelog: "create CHANGELOG.md longest()",
    },
    told: { "changelog.1": ["--model\nhaiku"], "tests.1": ["--full-auto\nTest longest()"] },
  },
  "running/budget.yaml": {
    agents: {
      parse: "complain quota\nfail 1",
      "codex:parse":
        "append src/words.js export const parse = (text) => words(text).map((word) => [word, text.indexOf(word)]);",
      "codex:format": "create docs/format.md Any text.",
    },
    approved: true,
    gives: { "src/words.js": "parse", "docs/format.md": "Any text." },
    told: { "parse.1": ["--model\nopus"], "parse.2": ["--json", "with their places"] },
  },
  "running/workspace.yaml": {
    agents: {
      measure: "create @workspace/figures.csv 10,0\\n1000,0\\n100000,4",
      report: "create docs/speed.md 4 ms at most.",
    },
    states: { measure: "done" },
    told: { "report.1": ["100000,4"] },
  },
  "running/prepare.yaml": {
    agents: { server: "create src/server.js // listens on TUTTI_PORT_0" },
    gives: { "src/server.js": "TUTTI_PORT_0" },
  },
  "running/worktree.yaml": {
    agents: {
      "slug-docs": 'edit src/slug.js "export" "// slug(`A b`) gives a-b\\nexport"',
      "words-docs": 'edit src/words.js "export" "// words(`a b`)\\nexport"',
    },
  },
  "running/one-context.yaml": {
    agents: {
      split: "append src/words.js export function split(text) {\\n  return words(text);\\n}",
      rename: 'edit src/words.js "export function words" "// The old name of split().\\nexport function words"',
    },
    gives: { "src/words.js": "// The old name of split()." },
  },
  "mozart/isolation.yaml": {
    agents: {
      "sheet-1": "create docs/handbook.md Small functions.",
      "sheet-2": "append README.md See docs/handbook.md.",
    },
    gives: { "README.md": "See docs/handbook.md.", "docs/handbook.md": "Small functions." },
  },
  "mozart/backend.yaml": {
    agents: {
      "stage-1": "create @workspace/list.md Paper A\\nPaper B",
      "stage-2-1": "create @workspace/answer-1.md Paper A: time",
      "stage-2-2": "create @workspace/answer-2.md Paper B: all",
      "stage-3": "create docs/review.md They differ.",
    },
    states: { "stage-1": "done", "stage-2-1": "done", "stage-2-2": "done" },
    told: { "stage-2-2.1": ["What do they leave out?"], "stage-3.1": ["A decision depends on this."] },
  },
  "mozart/instrument.yaml": {
    agents: {
      "stage-1-1": "create @workspace/part-1.md New: wrap()\nprint One thing.",
      "stage-1-2": "create @workspace/part-2.md Nothing",
      "stage-2": "create docs/release-notes.md # Release notes",
    },
    states: { "stage-1-1": "done", "stage-1-2": "done", "stage-2": "done" },
    told: {
      "stage-2.1": [
        "## Context: notes/audience.md",
        "## Skill: notes/layout.md",
        "Voice 1 said: One thing.",
        "--model\nopus",
      ],
    },
  },
};
