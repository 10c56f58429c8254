import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Kit } from "../../../kit/kit.ts";
import { type Case, once, shell, verdict } from "../case.ts";

const sarif = (...results: readonly object[]): string =>
  JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name: "lint" } }, results }] });
const bad = { message: { text: "bad" }, locations: [{ physicalLocation: { artifactLocation: { uri: "a.txt" } } }] };

/** Keys about rules that run a program or an agent. */
export const toolCases: readonly Case[] = [
  {
    fact: "a command has its folder, its time and its second chance",
    reads: ["validation.cwd", "validation.timeout", "validation.retries"],
    files: { "inner/here.txt": "x" },
    score: {
      agent: "scripted",
      retry: once,
      sheets: [
        {
          id: "a",
          prompt: "create b.txt b",
          validations: [
            { command: "test -f here.txt", cwd: "inner" },
            { command: "sleep 1", timeout: "100ms" },
            {
              command: "test -f {{ workspace }}/tried || { touch {{ workspace }}/tried; false; }",
              retries: 1,
              retry_delay: "1ms",
              description: "second time",
            },
          ],
        },
      ],
    },
    seen: (_, played) => verdict(played, "a"),
    expected: {
      "test -f here.txt succeeds": "passed",
      "sleep 1 succeeds": "sleep 1 did not end within 0.1 s",
      "second time": "passed",
    },
  },
  {
    fact: "a rule waits before its second chance as long as it says",
    reads: ["validation.retry_delay"],
    score: {
      agent: "scripted",
      retry: once,
      workspace: "./out",
      sheets: [
        {
          id: "a",
          prompt: "create b.txt b",
          validations: [{ command: "date +%s%3N >>{{ workspace }}/times; false", retries: 1, retry_delay: "1500ms" }],
        },
      ],
    },
    seen: (kit) => {
      const [first = 0, second = 0] = readFileSync(join(kit.repository, "../out/times"), "utf8")
        .trim()
        .split("\n")
        .map(Number);
      return second - first >= 1_500;
    },
    expected: true,
  },
  {
    fact: "findings are read as lines, as SARIF or by a pattern, and only new ones count",
    reads: [
      "validation.findings",
      "validation.findings.command",
      "validation.findings.format",
      "validation.findings.pattern",
    ],
    files: {
      "lint.sh": "#!/bin/sh\ngrep -Hn TODO ./*.txt | sed 's/:TODO/: TODO/'\n",
      "old.txt": "TODO old\n",
      "report.json": sarif(),
      "words.txt": "",
    },
    score: {
      agent: "scripted",
      retry: once,
      sheets: [
        {
          id: "a",
          prompt: `create new.txt TODO new\ncreate report.json ${sarif(bad)}\ncreate words.txt a.txt is worse`,
          validations: [
            { findings: { command: "sh lint.sh" } },
            { findings: { command: "sh lint.sh | grep old" } },
            { findings: { command: "cat report.json", format: "sarif" } },
            { findings: { command: "cat words.txt", pattern: "^(?P<file>\\S+) is (?P<message>.*)$" } },
          ],
        },
      ],
    },
    seen: (_, played) => verdict(played, "a"),
    expected: {
      "sh lint.sh reports nothing new": "sh lint.sh reports 1 new finding:",
      "sh lint.sh | grep old reports nothing new": "passed",
      "cat report.json reports nothing new": "cat report.json reports 1 new finding:",
      "cat words.txt reports nothing new": "cat words.txt reports 1 new finding:",
    },
  },
  {
    fact: "a judge is an agent that sees criteria and files, and whose score must reach the threshold",
    reads: [
      "validation.llm_judge",
      "validation.llm_judge.agent",
      "validation.llm_judge.criteria",
      "validation.llm_judge.threshold",
      "validation.llm_judge.files",
    ],
    score: {
      retry: once,
      sheets: [
        {
          id: "a",
          agent: shell("echo a poem >poem.txt"),
          prompt: "-",
          validations: [
            {
              llm_judge: { agent: judge(60), criteria: "Does it rhyme?", threshold: 60, files: ["poem.txt"] },
              description: "enough",
            },
            {
              llm_judge: { agent: judge(60), criteria: "Does it rhyme?", files: "poem.txt" },
              description: "not enough",
            },
          ],
        },
      ],
    },
    seen: async (kit, played) => [verdict(played, "a"), ...(await judgePrompt(kit))],
    expected: [{ enough: "passed", "not enough": "the judge gives 60 of 100, and 70 are needed: dull" }, true, true],
  },
];

function judge(score: number): { readonly command: readonly string[] } {
  return shell(`echo 'I thought about it.'; echo '{"score": ${String(score)}, "reason": "dull"}'`);
}

/** Whether the judge was told the criteria and shown the file. */
async function judgePrompt(kit: Kit): Promise<readonly boolean[]> {
  const prompt = await kit.log("a", "judge/prompt.md");
  return [prompt.includes("\n\nDoes it rhyme?\n"), prompt.includes("poem.txt:\n```\na poem\n")];
}
