import { describe, expect, it } from "vitest";
import { notesIn } from "../../../test/kit/scores.ts";

const told = (landing: string, more = ""): readonly string[] =>
  notesIn(`agent: scripted\nsheets: [{id: a, prompt: x}]\nlanding: ${landing}\n${more}`, [
    "V202",
    "V502",
    "V511",
    "V512",
  ]);

describe("of landing it is said", () => {
  it.each([
    [
      "{gates: [{name: t, run: x}], tests: none}",
      "",
      "3:18 landing.gates: tests: none runs no gate: every result that passes its validations lands [V511]",
    ],
    ["approve", "isolation: none\n", "3:10 landing: has no effect with isolation none: nothing lands [V512]"],
    [
      "{sign: true}",
      "isolation: {enabled: false}\n",
      "3:10 landing: has no effect with isolation none: nothing lands [V512]",
    ],
    [
      "{strategy: merge}",
      "isolation: directory\n",
      "3:21 landing.strategy: has no effect with isolation directory: contexts have no git, so there are no commits of an agent's to keep [V512]",
    ],
    [
      "{mode: approve, protected: a}",
      "",
      "3:37 landing.protected: has no effect with mode: approve: every result waits for a person [V512]",
    ],
    [
      "{pull_request: {title: 'by {sheet}'}}",
      "",
      "3:37 landing.pull_request.title: {sheet} is left as it is; the value is {{ sheet }} [V202]",
    ],
    [
      "auto",
      "commit: {trailers: {agent: '{title}'}}\n",
      "4:29 commit.trailers.agent: {title} is left as it is; the value is {{ title }} [V202]",
    ],
  ])("keys without effect, or with another effect than intended: %s %s", (landing, more, line) => {
    expect(told(landing, more)).toEqual([line]);
  });

  it.each([
    ["{gates: [{name: t, run: x}], tests: final}", ""],
    ["{tests: none}", ""],
    ["{revalidate: true}", "isolation: none\n"],
    ["{strategy: merge}", "isolation: worktree\n"],
    ["{protected: a}", ""],
    ["{gates: [{name: '{sheet}', run: 'awk {title} {sheet}'}], protected: '{name,title}'}", ""],
    ["{pull_request: {body: '{{ used }}'}}", "variables: {used: 1}\n"],
    ["auto", "variables: {used: 1, other: 2}\ncommit: {type: 'x{{ used }}', trailers: {agent: '{{ other }}'}}\n"],
  ])("nothing where all of it counts: %s %s", (landing, more) => {
    expect(told(landing, more)).toEqual([]);
  });
});
