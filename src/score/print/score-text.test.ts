import { describe, expect, it } from "vitest";
import { diagnoseScore } from "../parse.ts";
import { scoreText } from "./score-text.ts";

/** A score as it comes back from the printer. */
function printed(text: string, comments?: readonly string[]): string {
  const { read, problems } = diagnoseScore(text, { path: "score.yaml", baseDir: "/scores" });
  if (read === null) throw new Error(JSON.stringify(problems));
  return scoreText(read, comments === undefined ? {} : { comments });
}

/** Written the way the printer writes: it has to come back as it is. */
const neat = `name: quality
target: main
workspace: ./out

isolation:
  mode: full
  per: job
  worktree_base: ../contexts
  clone:
    objects: copy
  cleanup_on_success: false
  snapshot_minutes: 0.5

parallel: 8

agents:
  claude:
    command: [claude, -p, --model, opus]
    env:
      NO_COLOR: "1"
  judge:
    command: ./judge
    prompt: file

agent: claude
timeout: 90s
idle_timeout: 5m

retry:
  attempts: 2
  base_delay: 500ms

cross_sheet:
  outputs: true
  files: "{{ workspace }}/*.md"

variables:
  tone: kind
  legal: "no"
  items:
    1: first
    2: second
    "3": third

prelude:
  - style.md
  - file: skills/review.md
    as: skill

prompt: |
  Make {{ sheet }} faster.

    Be {{ tone }}.

validations:
  - file_exists: README.md
  - content_contains:
      path: CHANGES.md
      text: "- parser: done"
    when: stage == 2
    retries: 2
    retry_delay: 200ms
  - command: npm test
    timeout: 10m
  - command: [bash, -c, "echo \${#x}"]
  - command:
      - bash
      - -c
      - |
        set -e
        npm test
  - file_unchanged_since: package-lock.json
  - diff_within: [src/**, test/**]
  - json_path:
      path: coverage.json
      query: $.total
      that: value >= 80
  - llm_judge:
      criteria: It reads well.
      agent: judge
      threshold: 80

sheets:
  - id: lexer

  - id: parser
    title: The parser
    after: lexer
    fan_out: 3
    skip_when_command: test -f DONE

  - id: rest
    after: [lexer, parser]
    items:
      total: 50
      size: 10
    skip_when_command:
      command: test -f DONE
      timeout: 2h
`;

describe("a score that is written out", () => {
  it("looks as its author would write it", () => {
    expect(printed(neat)).toBe(neat);
  });

  it("says nothing that is so anyway", () => {
    const wordy =
      "agent: scripted\nisolation: { mode: clone, enabled: true, per: sheet, clone: { objects: shared }, snapshot_minutes: 2 }\nlanding: { revalidate: true }\nprelude: []\nagents: {}\nsheets:\n- { id: a, prompt: hello, validations: [{ file_exists: a, stage: 1, retries: 0 }] }\n";
    expect(printed(wordy)).toBe(
      "agent: scripted\n\nsheets:\n  - id: a\n    prompt: hello\n    validations:\n      - file_exists: a\n",
    );
  });

  it("names only the level where nothing else is said of contexts", () => {
    expect(printed("agent: scripted\nisolation: { mode: none }\nsheets: [{ id: a, prompt: hello }]\n")).toMatch(
      /^isolation: none\n/,
    );
  });

  it("names only the mode where nothing else is said of landing, and says all that is", () => {
    const of = (landing: string): string =>
      printed(`agent: scripted\nlanding: ${landing}\nsheets: [{ id: a, prompt: hello }]\n`);
    expect(of("{ mode: approve, batch: {}, push: false, pull_request: false, gates: [] }")).toMatch(
      /^landing: approve\n/,
    );
    expect(of("{ pull_request: { remote: origin, labels: [] } }")).toMatch(/^landing:\n {2}pull_request: true\n\n/);
    const all =
      "landing:\n  mode: approve\n  strategy: merge\n  revalidate: false\n  gates:\n    - name: tests\n      run: npm test\n      quick: [npm, test]\n      timeout: 5m\n      files: ci/\n" +
      "  tests: quick\n  batch:\n    max: 3\n    window: 2\n    parallel: 1\n    wait: 10s\n  protected: [a, b]\n  sign: true\n  push: true\n\nagent: scripted\n\n" +
      "commit:\n  type: fix\n  scope: a\n  summary: b\n  body: |-\n    c\n    d\n  trailers:\n    Ticket: e\n  co_authors: [Ada <a@b>]\n\nsheets:\n  - id: a\n    prompt: hello\n";
    expect(printed(all)).toBe(all);
  });

  it("keeps the blank lines at a prompt's end to the prompt", () => {
    const open =
      'agent: scripted\n\nprompt: |+\n  hello\n\n\nsheets:\n  - id: a\n    prompt: |+\n      hello\n\n  - id: b\n    title: "1"\n';
    expect(printed(open)).toBe(open);
  });

  it("has a text that can't be seen in double quotes", () => {
    const hidden =
      'agent: scripted\n\nsheets:\n  - id: a\n    prompt: "bell \\u0007, return \\r\\n, next line \\u0085, \\ufeff, half \\ud83c"\n';
    expect(printed(hidden)).toBe(hidden);
  });

  it.each([
    ["ends in a line of blanks", 'agent: scripted\n\nsheets:\n  - id: a\n    prompt: "\\"\\n  "\n'],
    ["is nothing but blanks", 'description: "\\n \\n"\nagent: scripted\n\nsheets:\n  - id: a\n    prompt: b\n'],
    ["is a tab in a line", 'agent: scripted\n\nsheets:\n  - id: a\n    prompt: "a\\tb"\n'],
    ["is a key", 'agents:\n  "two\\nlines": scripted\n\nagent: scripted\n\nsheets:\n  - id: a\n    prompt: b\n'],
    ["has lines for others", 'agent: scripted\n\nsheets:\n  - id: a\n    prompt: "a\\u2028b"\n'],
    ["has lines for others and of its own", 'agent: scripted\n\nsheets:\n  - id: a\n    prompt: "a\\n\\u2029b"\n'],
  ])("has in double quotes what %s", (_, text) => {
    expect(printed(text)).toBe(text);
  });

  it("begins with the comments it is given, each on a line of its own", () => {
    const text = "agent: scripted\n\nsheets:\n  - id: a\n    prompt: hello\n";
    expect(printed(text, ["Made by hand.", "", "two\nlines"])).toBe(`# Made by hand.\n#\n# two lines\n${text}`);
  });

  it("shares what its author shared", () => {
    const text =
      "agent: scripted\n\nvariables:\n  one: &a1\n    deep: [1, 2]\n  two: *a1\n\nsheets:\n  - id: a\n    prompt: hello\n";
    expect(printed(text)).toBe(text);
  });

  it("is refused when a small file represents a large one", () => {
    const text = `agent: scripted\nvariables:\n  long: &long ${"x".repeat(10_000)}\n  all: [${"*long, ".repeat(1_000)}]\nsheets: [{ id: a, prompt: hello }]\n`;
    expect(() => printed(text)).toThrow("larger than 1 MB");
  });
});

it("a value that many sheets share is written once, where that is wanted", () => {
  const rule = "{ command: [node, --test, --test-reporter, dot, --test-concurrency, '1'], timeout: 5m }";
  const sheets = ["a", "b", "c"].map((id) => `{ id: ${id}, prompt: x, validations: [${rule}] }`);
  const { read } = diagnoseScore(`agent: scripted\nsheets: [${sheets.join(", ")}]`, { path: "s.yaml", baseDir: "/" });
  const text = read === null ? "" : scoreText(read, { shares: true });
  expect(text.match(/--test-reporter/g)).toHaveLength(1);
  expect(text.match(/validations: \*a1/g)).toHaveLength(2);
});
