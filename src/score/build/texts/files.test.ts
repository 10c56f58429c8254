import { describe, expect, it } from "vitest";
import { errorsIn, planOf, promptsOf } from "../../../../test/kit/scores.ts";

const files = { "c.md": "C\n\n", "s.md": "S", "t.md": "T\n", "own.md": "O", "dir/b.md": "B", "dir/a.md": "A" };

const score = (prelude: string, more = "prompt: P"): string =>
  `agent: scripted\nprelude: ${prelude}\nsheets: [{id: a, ${more}}]`;

describe("files for prompts", () => {
  it("stand in front: skills, then tools, then context, those of the score before those of the sheet", () => {
    const text = score(
      "[c.md, {file: t.md, as: tool}, {file: s.md, as: skill}]",
      "prompt: P, cadenza: [own.md, {file: s2.md, as: skill}]",
    );
    expect(promptsOf(planOf(text, { ...files, "s2.md": "S2" }))).toEqual([
      [
        "## Skill: s.md\n\nS\n",
        "## Skill: s2.md\n\nS2\n",
        "## Tool: t.md\n\nT\n",
        "## Context: c.md\n\nC\n",
        "## Context: own.md\n\nO\n",
        "P",
      ].join("\n"),
    ]);
  });

  it("can be all files of a folder, in the order of their names", () => {
    const plan = planOf(score("[{directory: dir/}]"), { "dir/a.md": "A", "dir/b.md": "B" });
    expect(plan.files.map(({ name, as }) => [name, as])).toEqual([
      ["dir/a.md", "context"],
      ["dir/b.md", "context"],
    ]);
  });

  it("go where the prompt says, kind by kind, and then not in front", () => {
    const both = "[c.md, {file: s.md, as: skill}]";
    expect(promptsOf(planOf(score(both, 'prompt: "P {{ injected_context }}"'), files))).toEqual([
      "## Skill: s.md\n\nS\n\nP ## Context: c.md\n\nC\n",
    ]);
    expect(
      promptsOf(
        planOf(score(both, 'prompt: "{{ injected_skills }}{{ injected_tools }}{{ injected_context }}"'), files),
      ),
    ).toEqual(["## Skill: s.md\n\nS\n## Context: c.md\n\nC\n"]);
    const included = { ...files, "i.md": "{{ injected_context }}" };
    expect(promptsOf(planOf(score("[c.md]", "prompt: \"P {% include 'i.md' %}\""), included))).toEqual([
      "P ## Context: c.md\n\nC\n",
    ]);
  });

  it("are not templates: what is in them is shown as it is", () => {
    expect(promptsOf(planOf(score("[c.md]"), { "c.md": "{{ sheet }} {% x" }))).toEqual([
      "## Context: c.md\n\n{{ sheet }} {% x\n\nP",
    ]);
  });

  it("are kept and shown once, however often they are named", () => {
    const plan = planOf(
      `agent: scripted\nprelude: [c.md]\nsheets: [{id: a, prompt: P, cadenza: [c.md]}, {id: b, prompt: Q, cadenza: [c.md]}]`,
      files,
    );
    expect(plan.files).toHaveLength(1);
    expect(promptsOf(plan)).toEqual(["## Context: c.md\n\nC\n\nP", "## Context: c.md\n\nC\n\nQ"]);
  });

  it("count once against their joint limit when many sheets name them", () => {
    const large = { "large.md": "x".repeat(900_000), "own.md": "x".repeat(100) };
    const sheets = Array.from(
      { length: 50 },
      (_, index) => `{id: s${index}, prompt: "{{ injected_context|length }}", cadenza: [large.md]}`,
    );
    expect(planOf(`agent: scripted\nsheets: [${sheets.join(", ")}]`, large).sheets).toHaveLength(50);
    const distinct = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.md`, "x".repeat(900_000)]));
    expect(errorsIn(score(JSON.stringify(Object.keys(distinct))), distinct)[0]).toMatch(
      /the files for prompts are larger than 16 MB together \[V108\]$/,
    );
  });

  it("with a template in their path are read when the sheet is played", () => {
    const plan = planOf(score('["{{ workspace }}/plan-{{ sheet }}.md"]'));
    expect(plan.files).toEqual([
      {
        name: "{{ workspace }}/plan-{{ sheet }}.md",
        as: "context",
        content: { kind: "late", path: "{{ workspace }}/plan-{{ sheet }}.md" },
      },
    ]);
    expect(promptsOf(plan)).toEqual(["P"]);
    expect(
      promptsOf(plan, { lateFiles: new Map([[0, [{ name: "{{ workspace }}/plan-{{ sheet }}.md", text: "late" }]]]) }),
    ).toEqual(["## Context: {{ workspace }}/plan-{{ sheet }}.md\n\nlate\n\nP"]);
  });

  it.each([
    ["[gone.md]", "2:11 prelude[0].file: /base/gone.md can't be read [V108]"],
    ["[{file: gone.md, as: skill}]", "2:18 prelude[0].file: /base/gone.md can't be read [V107]"],
    [
      "['{{ wat }}/x']",
      expect.stringMatching(/^2:11 prelude\[0\]\.file: there is no variable "wat".* \[V108\]$/) as string,
    ],
    ["['{{ workspace }}/../x']", expect.stringMatching(/^2:11 prelude\[0\]\.file: must lie in .* \[V108\]$/) as string],
    ["[{file: a, directory: b}]", expect.stringContaining("prelude[0].file: unknown key") as string],
    ["[{file: a, as: note}]", '2:25 prelude[0].as: expected one of context, skill, tool, found "note" [V011]'],
  ])("are reported when they can't be read: %s", (prelude, line) => {
    expect(errorsIn(score(prelude))).toEqual([line]);
  });

  it("of a sheet that can't be had are told at the sheet", () => {
    expect(
      errorsIn("agent: scripted\nsheets: [{id: a, prompt: x, cadenza: [{file: '{{ wat }}', as: skill}]}]"),
    ).toEqual([expect.stringMatching(/^2:\d+ sheets\[0\]\.cadenza\[0\]\.file: there is no variable "wat"/)]);
  });
});
