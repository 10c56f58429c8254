import { join } from "node:path";
import { resultsOf } from "../../../../src/sheet/verdict.ts";
import { tutti } from "../../../kit/command-line.ts";
import type { Played } from "../../../kit/perform.ts";
import { type Case, ends, landed, once, shell } from "../case.ts";

/** Says of each line that is BAD that it is, with the word behind it as its rule. */
const lint = `for file; do grep -Hn BAD "$file" | sed 's/:BAD \\(.*\\)/: error: bad [\\1]/'; done\n`;
const files = { "lint.sh": lint, "a.txt": "BAD x\nBAD y\nBAD y\n", "b.txt": "BAD x\n" };
const asked = { command: ["sh", "lint.sh"], tool: "own", format: "lines", changed: ["*.txt"] };

function counts(played: Played): unknown {
  return ends(played, "a").map(({ verdict }) =>
    resultsOf(verdict).map(({ passed, partly, findings, reason }) => [passed, partly, findings, reason.split("\n")[0]]),
  );
}

/** Keys about findings that have to be gone, and attempts that go on from each other. */
export const findingCases: readonly Case[] = [
  {
    fact: "the findings that a rule names have to be gone, and no others; ignored findings may come",
    reads: [
      ...["tool", "changed", "ignore", "fixes"].map((key) => `validation.findings.${key}`),
      ...["files", "codes", "severity", "most"].map((key) => `validation.findings.fixes.${key}`),
    ],
    files,
    score: {
      agent: shell("printf 'BAD z\\ngood\\nBAD y\\n' >a.txt; printf 'BAD x\\nBAD z\\n' >b.txt"),
      prompt: "-",
      retry: once,
      validations: [
        {
          findings: {
            ...asked,
            ignore: ["own:z"],
            fixes: { files: ["a.txt"], codes: ["x", "y"], severity: "error", most: 2 },
          },
        },
      ],
      sheets: [{ id: "a" }],
    },
    seen: (_, played) => counts(played),
    expected: [[[true, undefined, { tool: "own", fixed: { x: 1, y: 1 }, remaining: {}, introduced: {} }, ""]]],
  },
  {
    fact: "a tool is not silenced, by a comment or by what configures it",
    reads: ["validation.findings.silencers", "validation.findings.configs"],
    files,
    score: {
      agent: shell("echo 'hush now' >>a.txt; echo other >>lint.sh"),
      prompt: "-",
      retry: once,
      validations: [{ findings: { ...asked, silencers: ["hush"] } }, { findings: { ...asked, configs: ["lint.*"] } }],
      sheets: [{ id: "a" }],
    },
    seen: (_, played) => counts(played),
    expected: [
      [
        [false, undefined, undefined, "own was silenced instead of heard:"],
        [false, undefined, undefined, "lint.sh was changed: own is configured by it"],
      ],
    ],
  },
  {
    fact: "an agent that is asked once is gone on from, and the fixed part lands when no attempt gets further",
    reads: ["agent.once", "retry.goes_on", "validation.findings.fixes.partial"],
    files,
    score: {
      agent: { ...shell("sed -i 's/BAD x/good/' a.txt"), once: true },
      fallbacks: [shell("true")],
      prompt: "-",
      retry: { attempts: 2, base_delay: 0, goes_on: true },
      validations: [{ findings: { ...asked, fixes: { files: ["a.txt"], partial: true } } }],
      sheets: [{ id: "a" }],
    },
    seen: (kit, played) => [ends(played, "a").length, kit.git("show", "main:a.txt")],
    expected: [3, "good\nBAD y\nBAD y\n"],
  },
  {
    fact: "a score says what the prompts of later attempts are called",
    reads: ["retry.efforts"],
    score: { agent: "scripted", retry: { efforts: ["minimal", "verbose"] }, sheets: [{ id: "a", prompt: "print a" }] },
    seen: async (kit) => {
      const { out } = await tutti("validate", "--json", join(kit.repository, "../score.yaml"));
      return (JSON.parse(out) as { files: readonly [{ sheets: readonly [{ retry: { efforts: unknown } }] }] }).files[0]
        .sheets[0].retry.efforts;
    },
    expected: ["minimal", "verbose"],
  },
  {
    fact: "where the score stops at a failure, no other sheet begins",
    reads: ["score.stop_on_failure"],
    score: {
      stop_on_failure: true,
      parallel: 1,
      agent: "scripted",
      retry: once,
      sheets: [
        { id: "a", prompt: "print a", validations: [{ file_exists: "none" }] },
        { id: "b", prompt: "create b.txt b" },
      ],
    },
    seen: (kit, played) => [played.states, landed(kit)],
    expected: [{ a: "failed", b: "blocked" }, ["a.txt"]],
  },
];
