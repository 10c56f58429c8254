import { expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { errorsIn, notesIn, planOf, promptsOf, validationsOf } from "../../../test/kit/scores.ts";

function variablesOf(variables: string, template: string): string | undefined {
  const indented = variables.replaceAll(/^/gm, "    ").trimEnd();
  return promptsOf(planOf(mozart({ prompt: `\n  template: "${template}"\n  variables:\n${indented}` })))[0];
}

// The expected values are those of PyYAML's safe_load.
it.each<[string, string]>([
  ["a: &a {x: 1, y: 1}\nv: {<<: *a, y: 2, z: 3}", "{'x': 1, 'y': 2, 'z': 3}"],
  ["a: &a {x: 1, y: 1}\nv: {z: 3, y: 2, <<: *a}", "{'x': 1, 'y': 2, 'z': 3}"],
  ["a: &a {x: 1}\nc: &c {x: 2, y: 2}\nv: {<<: [*a, *c], z: 3}", "{'x': 1, 'y': 2, 'z': 3}"],
  ["a: &a {x: 1}\nc: &c {x: 2, y: 2}\nv:\n  <<: *a\n  <<: *c\n  z: 3", "{'x': 2, 'y': 2, 'z': 3}"],
  ["a: &a {x: 1.0}\nb: &b {<<: *a, y: 2}\nv: {<<: *b, z: 3}", "{'x': 1.0, 'y': 2, 'z': 3}"],
  ["v: {<<: {x: 1}, <<: [], y: 2}", "{'x': 1, 'y': 2}"],
  ['v: {"<<": 1}', "{'<<': 1}"],
  ["a: &a {1: one, 2: two}\nv: {<<: *a, 2: zwei}", "{1: 'one', 2: 'zwei'}"],
])("maps are merged in a Mozart score as PyYAML merges them: %j", (variables, expected) => {
  expect(variablesOf(variables, "{{ v }}")).toBe(expected);
});

it("a merge key works anywhere in a Mozart score, and what is wrong in a merged map is told where that map stands", () => {
  const rules = "\n  - &rule {type: file_exists, path: a, bogus: 1}\n  - {<<: *rule, path: b}";
  const text = mozart({ validations: rules });
  expect(validationsOf(planOf(text)).map((rule) => rule.kind === "file_exists" && rule.path.path)).toEqual(["a", "b"]);
  expect(notesIn(text, ["V401"]).map((note) => note.split(" ")[0])).toEqual(["6:40", "6:40"]);
});

function problemsWith(variables: string): readonly string[] {
  return errorsIn(mozart({ prompt: `\n  template: x\n  variables:\n${variables.replaceAll(/^/gm, "    ")}` }));
}

it.each([
  ["a: &a 1\nv: {<<: *a}", "7:9 a merge key (<<) needs a map or a list of maps [V010]"],
  ["v: {<<: }", "6:9 a merge key (<<) needs a map or a list of maps [V010]"],
  ["v: {<<: [{x: 1}, 2]}", "6:9 a merge key (<<) needs a map or a list of maps [V010]"],
  ["v: &v {<<: *v}", "6:16 *v stands for something that contains it [V010]"],
])("an invalid merge is refused: %j", (variables, problem) => {
  expect(problemsWith(variables)).toEqual([problem]);
});

it("a chain of maps that each merge the one before is refused before it fills the memory", () => {
  const links = Array.from(
    { length: 1_000 },
    (_, index) => `m${index}: &m${index} {${index === 0 ? "" : `<<: *m${index - 1}, `}k${index}: 1}`,
  );
  expect(problemsWith(links.join("\n"))).toEqual([
    expect.stringContaining("merge keys (<<) stand for more than 200000 values up to here"),
  ]);
});

it("a score of Tutti's own has no merge keys", () => {
  const text = 'variables: {a: &a {x: 1}, v: {<<: *a}}\nagent: scripted\nsheets: [{id: a, prompt: "x"}]\n';
  expect(errorsIn(text)).toEqual(["1:31 merge keys (<<) are not read in a score; write the keys out [V010]"]);
});
