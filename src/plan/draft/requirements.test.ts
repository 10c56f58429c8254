import { expect, test } from "vitest";
import { requirementsIn } from "./requirements.ts";

const read = (text: string): readonly string[] => requirementsIn(text).map(({ id, text: said }) => `${id} ${said}`);

test.each<[string, string, readonly string[]]>([
  ["a sentence is one requirement", "Add a --json flag.\n", ["R1 Add a --json flag."]],
  ["nothing is none", " \n ", []],
  [
    "each item of a list is one, with what is indented below it",
    "Wanted:\n- one\n  in detail\n* two\n3. three\n",
    ["R1 one in detail", "R2 two", "R3 three"],
  ],
  ["an item that is ticked off is done", "- [x] old\n- [ ] new\n", ["R1 new"]],
  ["a list in code is no requirement", "Do it.\n```\n- no\n```\n", ["R1 Do it.\n```\n- no\n```"]],
  [
    "where items have ids of their own, only those count (Spec Kit)",
    "- **FR-001**: The list MUST sort\n- a remark\n- FR-002: It MUST page\n- SC-1 fast\n",
    ["FR-001 The list MUST sort", "FR-002 It MUST page", "SC-1 fast"],
  ],
  [
    "criteria of a Backlog task keep their numbers",
    "- [ ] #1 one\n- [x] #2 two\n- [ ] #3 three\n",
    ["#1 one", "#3 three"],
  ],
  [
    "headings of OpenSpec count with their first sentence",
    "# Spec\n### Requirement: Sorting\nThe list SHALL sort.\n#### Scenario: x\n- WHEN y\n### Requirement: Paging\n",
    ["R1 Sorting: The list SHALL sort.", "R2 Paging"],
  ],
  ["an id that is there twice is given once", "- FR-1: a\n- FR-1: b\n", ["FR-1 a", "R2 b"]],
])("%s", (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});
