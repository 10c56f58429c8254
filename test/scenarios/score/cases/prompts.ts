import type { Kit } from "../../../kit/kit.ts";
import { type Case, idler } from "../case.ts";

/** Keys about what an agent is told. */
export const promptCases: readonly Case[] = [
  {
    fact: "a prompt is the score's or the sheet's own, with variables filled in and extensions behind it",
    reads: [
      "score.prompt",
      "score.variables",
      "score.prompt_extensions",
      "score.prompt_extensions.file",
      "sheet.prompt",
      "sheet.prompt_extensions",
      "sheet.prompt_extensions.file",
    ],
    files: { "../ending.md": "Then stop.\n", "../more.md": "More of {{ sheet }}.\n" },
    score: {
      agent: idler,
      variables: { tone: "kind" },
      prompt: "Be {{ tone }} to {{ sheet }}.",
      prompt_extensions: ["Be quick.", { file: "ending.md" }],
      sheets: [{ id: "a" }, { id: "b", prompt: "Rest.", prompt_extensions: ["Sleep well.", { file: "more.md" }] }],
    },
    seen: (kit) => told(kit, "a", "b"),
    expected: [
      "Be kind to a.\n\nBe quick.\n\nThen stop.\n",
      "Rest.\n\nBe quick.\n\nThen stop.\n\nSleep well.\n\nMore of b.\n",
    ],
  },
  {
    fact: "a prompt may lie in a file, of the score or of a sheet",
    reads: ["score.prompt_file", "sheet.prompt_file"],
    files: { "../all.md": "All do {{ sheet }}.\n", "../one.md": "One does {{ sheet }}.\n" },
    score: { agent: idler, prompt_file: "all.md", sheets: [{ id: "a" }, { id: "b", prompt_file: "one.md" }] },
    seen: (kit) => told(kit, "a", "b"),
    expected: ["All do a.\n", "One does b.\n"],
  },
  {
    fact: "files stand in front of prompts: the prelude's of all, the cadenza's of its sheet, whole folders, each under its heading",
    reads: ["score.prelude", "sheet.cadenza", "injection.file", "injection.directory", "injection.as"],
    files: {
      "../style.md": "Short lines.\n",
      "../skills/fold.md": "Fold.\n",
      "../skills/press.md": "Press.\n",
      "../iron.md": "Hot.\n",
    },
    score: {
      agent: idler,
      prelude: ["style.md", { directory: "skills", as: "skill" }],
      prompt: "Do the laundry.",
      sheets: [{ id: "a" }, { id: "b", cadenza: [{ file: "iron.md", as: "tool" }] }],
    },
    seen: (kit) => told(kit, "a", "b"),
    expected: [
      "## Skill: skills/fold.md\n\nFold.\n\n## Skill: skills/press.md\n\nPress.\n\n## Context: style.md\n\nShort lines.\n\nDo the laundry.",
      "## Skill: skills/fold.md\n\nFold.\n\n## Skill: skills/press.md\n\nPress.\n\n## Tool: iron.md\n\nHot.\n\n## Context: style.md\n\nShort lines.\n\nDo the laundry.",
    ],
  },
  {
    fact: "a sheet is told what the nearest of those before it printed and wrote, cut where the score says",
    reads: [
      "score.cross_sheet",
      "score.cross_sheet.outputs",
      "score.cross_sheet.files",
      "score.cross_sheet.lookback",
      "score.cross_sheet.max_chars",
    ],
    score: {
      agent: "scripted",
      cross_sheet: { outputs: true, files: ["{{ workspace }}/*.md", "kept/*.txt"], lookback: 1, max_chars: 10 },
      sheets: [
        { id: "one", prompt: 'print first\ncreate "{{ workspace }}/notes.md" written by one' },
        { id: "two", after: "one", prompt: "print second to speak\ncreate kept/two.txt two" },
        {
          id: "three",
          after: "two",
          prompt:
            "{% for n, said in previous_outputs.items() %}# {{ n }}: {{ said }}{% endfor %}\n{% for path, text in previous_files.items() %}# {{ path.split('/')[-1] }}: {{ text }}\n{% endfor %}",
          agent: idler,
        },
      ],
    },
    seen: (kit) => told(kit, "three"),
    expected: ["# 2: second to \n... [truncated]\n# notes.md: written by\n... [truncated]\n# two.txt: two\n\n"],
  },
];

/** The prompts as their agents got them. */
async function told(kit: Kit, ...sheets: readonly string[]): Promise<readonly string[]> {
  const prompts: string[] = [];
  for (const sheet of sheets) prompts.push(await kit.log(sheet));
  return prompts;
}
