import { expect, it } from "vitest";
import { checkScore } from "./score.ts";

const read = (text: string) => checkScore({ path: null, baseDir: "/nowhere", text }, {});

it("a score that can be played is told as its sheets, with the longest chain; nothing has to exist", () => {
  const { plan, problems } = read(
    "name: two\nagent: claude\nsheets:\n  - {id: a, prompt: one}\n  - {id: b, prompt: two, after: [a]}\n",
  );
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(plan).toMatchObject({ name: "two", target: null, longestChain: ["a", "b"] });
  expect(plan?.sheets).toMatchObject([
    { id: "a", after: [], agents: ["claude"], validations: 0 },
    { id: "b", after: ["a"] },
  ]);
});

it.each([
  ["an unknown key", "name: x\nsheeets: []\n", /sheeets/],
  ["no YAML", "name: [\n", /./],
  ["nothing", "", /./],
])("%s: no plan, and where it is wrong", (_, text, words) => {
  const { plan, problems } = read(text);
  expect(plan).toBeNull();
  const errors = problems.filter(({ severity }) => severity === "error");
  expect(errors[0]).toMatchObject({ line: expect.any(Number) as number, column: expect.any(Number) as number });
  expect(errors.map(({ path, message }) => `${path} ${message}`).join()).toMatch(words);
});
