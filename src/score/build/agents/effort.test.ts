import { describe, expect, it } from "vitest";
import { diagnoseScore } from "../../parse.ts";

function problemsOf(sheet: object, score: object = {}): readonly string[] {
  const text = JSON.stringify({ agent: "scripted", ...score, sheets: [{ id: "a", prompt: "x", ...sheet }] });
  return diagnoseScore(text, { path: "s.yaml", baseDir: "/" }).problems.flatMap(({ code, message }) =>
    code === "V020" ? [message] : [],
  );
}

const tooLong = ["its templates and conditions take too long for so many sheets"];
const slow = "{% for a in range(300) %}{% for b in range(300) %}{% endfor %}{% endfor %}x";
const many = { items: { total: 200 } };

describe("an amount that is little for one sheet and much for all of them", () => {
  it.each<[string, object]>([
    ["prompt", { prompt: slow }],
    ["title", { title: slow }],
    ["validation", { validations: [{ file_exists: slow }] }],
    ["command", { skip_when_command: `test -f ${slow}` }],
    [
      "condition",
      {
        validations: Array.from({ length: 12 }, () => ({
          file_exists: "a",
          when: `sheet_num in [${"0, ".repeat(3_000)}0]`,
        })),
      },
    ],
  ])("is told once instead of being waited for: a slow %s", (_, sheet) => {
    expect(problemsOf({ ...many, ...sheet })).toEqual(tooLong);
    expect(problemsOf(sheet)).toEqual([]);
  });

  it("may be the number of rules", () => {
    const validations = Array.from({ length: 2_000 }, () => ({ file_exists: "a" }));
    expect(problemsOf({ items: { total: 2_000 } }, { validations })).toEqual(tooLong);
    expect(problemsOf({}, { validations })).toEqual([]);
  });
});
