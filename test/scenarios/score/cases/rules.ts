import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Case, landed, once, shell, verdict, why } from "../case.ts";

/** The reviewer's answer to every change: enough for most, with one criterion that it shows. */
const reviewed = {
  scores: { correctness: 90, tests: 50, security: 70, documentation: 100, acceptance: 100 },
  criteria: ["shown", "unshown"].map((name) => ({
    criterion: 1,
    met: true,
    citations: [{ file: `${name}.txt`, text: "hello" }],
  })),
};

/** Keys about what must hold, of files and of changes. */
export const ruleCases: readonly Case[] = [
  {
    fact: "every kind of rule about files and changes passes what is right and fails what is wrong",
    reads: [
      "sheet.validations",
      "validation.file_exists",
      "validation.file_modified",
      "validation.file_unchanged_since",
      "validation.file_unchanged_since.path",
      "validation.file_unchanged_since.since",
      "validation.content_contains",
      "validation.content_contains.path",
      "validation.content_contains.text",
      "validation.content_regex",
      "validation.content_regex.path",
      "validation.content_regex.pattern",
      "validation.json_path",
      "validation.json_path.path",
      "validation.json_path.query",
      "validation.json_path.that",
      "validation.command",
      "validation.diff_within",
    ],
    files: { "keep.txt": "keep\n", "old.txt": "old\n", "later.txt": "1\n" },
    prepare: (kit) => {
      kit.git("tag", "v1");
      kit.write("later.txt", "2\n");
      kit.git("commit", "--quiet", "--all", "--message", "later");
    },
    score: {
      agent: "scripted",
      retry: once,
      sheets: [
        {
          id: "a",
          prompt: 'create new.txt hello\\nworld\ncreate old.txt changed\ncreate out.json {"n": [3, 4]}',
          validations: [
            { file_exists: "new.txt" },
            { file_exists: "none.txt" },
            { file_modified: "old.txt" },
            { file_modified: "keep.txt" },
            { file_unchanged_since: "keep.txt" },
            { file_unchanged_since: { path: "old.txt" } },
            { file_unchanged_since: { path: "later.txt", since: "v1" } },
            { content_contains: { path: "new.txt", text: "lo\nwo" } },
            { content_contains: { path: "new.txt", text: "bye" } },
            { content_regex: { path: "new.txt", pattern: "^wor.d$" } },
            { content_regex: { path: "new.txt", pattern: "^ello" } },
            { json_path: { path: "out.json", query: "$.n[*]", that: "count == 2 and value == 3" } },
            { json_path: { path: "out.json", query: "$.n[1]", that: "value == 3" } },
            { json_path: { path: "out.json", query: "$.m" } },
            { command: "test -f new.txt" },
            { command: ["sh", "-c", "exit 3"] },
            { diff_within: ["*.txt", "*.json"] },
            { diff_within: "new.txt" },
          ],
        },
      ],
    },
    seen: (_, played) => [played.states, verdict(played, "a")],
    expected: [
      { a: "failed" },
      {
        "new.txt exists": "passed",
        "none.txt exists": "none.txt does not exist in the context",
        "old.txt was made or changed": "passed",
        "keep.txt was made or changed": "keep.txt is as it was before the sheet",
        "keep.txt is as it was": "passed",
        "old.txt is as it was": "old.txt was changed since base",
        "later.txt is as it was at v1": "later.txt was changed since v1",
        'new.txt contains "lo\\nwo"': "passed",
        'new.txt contains "bye"': 'new.txt does not contain "bye"',
        "new.txt matches /^wor.d$/": "passed",
        "new.txt matches /^ello/": "new.txt does not match /^ello/",
        "$.n[*] of out.json: count == 2 and value == 3": "passed",
        "$.n[1] of out.json: value == 3": "$.n[1] in out.json is 4, so that value == 3 does not hold",
        "$.m of out.json: count > 0": "$.m in out.json is nothing, so that count > 0 does not hold",
        "test -f new.txt succeeds": "passed",
        "exit 3 succeeds": "exit 3 exited 3",
        "only *.txt, *.json are touched": "passed",
        "only new.txt are touched": "changes outside new.txt: old.txt, out.json",
      },
    ],
  },
  {
    fact: "rules of the score hold for every sheet, those with a condition only where it holds, those of a later stage only after the earlier",
    reads: ["score.validations", "validation.when", "validation.stage", "validation.description"],
    score: {
      agent: "scripted",
      prompt: "create {{ sheet }}.txt x",
      retry: once,
      validations: [
        { file_exists: "none.txt", when: "sheet_num == 2" },
        { file_exists: "{{ sheet }}.txt", stage: 2, description: "the file of {{ sheet }} is there" },
      ],
      sheets: [{ id: "one" }, { id: "two" }],
    },
    seen: (_, played) => [played.states, verdict(played, "one"), verdict(played, "two")],
    expected: [
      { one: "landed", two: "failed" },
      { "the file of one is there": "passed" },
      {
        "none.txt exists": "none.txt does not exist in the context",
        "the file of two is there": "not run: none.txt exists failed at stage 1",
      },
    ],
  },
  {
    fact: "a reviewer gives points by category: below the threshold, the least of one, or without a cited line nothing lands",
    reads: [
      "score.review",
      "sheet.review",
      "validation.review",
      ...["agent", "criteria", "threshold", "least", "weights", "since", "rounds", "tools", "tools_threshold"].map(
        (key) => `review.${key}`,
      ),
      ...["command", "tool", "format", "changed", "weight"].map((key) => `review.tools.${key}`),
    ],
    score: {
      agent: "scripted",
      prompt: "create {{ sheet }}.txt hello",
      retry: once,
      agents: { critic: shell(`echo '${JSON.stringify(reviewed)}'`) },
      review: { agent: "critic", threshold: 70, rounds: 0 },
      sheets: [
        { id: "plain" },
        { id: "strict", review: { threshold: 79 } },
        { id: "secure", review: { least: { security: 80 } } },
        { id: "weighed", review: { weights: { tests: 0 } } },
        { id: "whole", review: { since: "main" } },
        { id: "astray", review: { since: "mian" } },
        { id: "shown", review: { criteria: ["It says hello."] } },
        { id: "unshown", review: { criteria: ["It says hello.", "It says bye."], rounds: 1 } },
        {
          id: "tools",
          review: {
            tools: [
              {
                command: ["sh", "-c", 'for file in x "$@"; do echo ::error file=$file::bad; done', "sh"],
                format: "github",
                changed: "*.txt",
                weight: 3,
              },
              { command: "echo a.py:1:1: F401 unused", tool: "flake8" },
            ],
            tools_threshold: 95,
          },
        },
        { id: "off", review: false, validations: [{ review: { agent: "critic", threshold: 10 } }] },
      ],
    },
    seen: (_, played) => [
      played.states,
      Object.fromEntries(played.job.sheets.map(({ id, review }) => [id, review?.score])),
      played.job.sheets.find(({ id }) => id === "tools")?.review?.quality,
      played.job.sheets.map(({ attempts }) => attempts),
    ],
    expected: [
      {
        plain: "landed",
        strict: "failed",
        secure: "failed",
        weighed: "landed",
        whole: "landed",
        astray: "failed",
        shown: "landed",
        unshown: "failed",
        tools: "failed",
        off: "landed",
      },
      {
        ...{ plain: 78.5, strict: 78.5, secure: 78.5, weighed: 88, whole: 78.5, astray: null },
        ...{ shown: 78.5, unshown: 73.5, tools: 78.5, off: 78.5 },
      },
      82.5,
      [1, 1, 1, 1, 1, 1, 1, 2, 1, 1],
    ],
  },
  {
    fact: "a plan that an agent made is compared with its requirements and the repository",
    reads: ["validation.draft", "validation.draft.path", "validation.draft.requirements"],
    score: {
      agent: "scripted",
      workspace: "./out",
      retry: once,
      sheets: [
        {
          id: "a",
          prompt: `create "{{ workspace }}/plan.json" {"goal": "g", "tasks": [{"id": "t", "title": "T", "description": "d", "kind": "fix", "files": [{"path": "a.txt"}], "criteria": [{"text": "c"}], "covers": ["R1"]}]}`,
          validations: [
            { draft: { path: "{{ workspace }}/plan.json", requirements: ["R1"] } },
            { draft: { path: "{{ workspace }}/plan.json", requirements: ["R1", "R2"] }, description: "covers both" },
          ],
        },
      ],
    },
    seen: (_, played) => verdict(played, "a"),
    expected: {
      "$TUTTI_WORKSPACE/plan.json is a plan without faults": "passed",
      "covers both": "R2: no task covers this requirement",
    },
  },
  {
    fact: "a sheet whose preconditions fail is not given to its agent, and nothing lands",
    reads: ["score.preconditions", "sheet.preconditions"],
    score: {
      agent: "scripted",
      workspace: "./out",
      prompt: 'create "{{ workspace }}/{{ sheet }}" ran\ncreate {{ sheet }}.txt x',
      preconditions: [{ file_exists: "a.txt" }, { file_exists: "none.txt", when: 'sheet == "all"' }],
      sheets: [
        { id: "all" },
        { id: "own", preconditions: [{ command: "exit 3" }] },
        { id: "fine", preconditions: [{ file_exists: "a.txt" }] },
      ],
    },
    seen: (kit, played) => [
      played.states,
      why(played, "all"),
      why(played, "own"),
      landed(kit),
      ["all", "own", "fine"].map((id) => existsSync(join(kit.repository, "../out", id))),
      played.job.sheets.map(({ attempts }) => attempts),
    ],
    expected: [
      { all: "failed", own: "failed", fine: "landed" },
      "preconditions failed: none.txt exists: none.txt does not exist in the context",
      "preconditions failed: exit 3 exited 3",
      ["a.txt", "fine.txt"],
      [false, false, true],
      [1, 1, 1],
    ],
  },
];
