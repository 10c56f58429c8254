import { describe, expect, it } from "vitest";
import { type Expression, expressionText, namesIn } from "./ast.ts";
import { parseExpression } from "./parse.ts";

function parsed(text: string): Expression {
  const result = parseExpression(text);
  return result.kind === "means" ? result.value : expect.unreachable(`${result.column}: ${result.why}`);
}

function wrong(text: string): string {
  const result = parseExpression(text);
  return result.kind === "wrong" ? `${result.column} ${result.why}` : expect.unreachable(`${text} was read`);
}

const same = (text: string, other: string): void => expect(parsed(text)).toEqual(parsed(other));

describe("an expression", () => {
  it("binds or least, then and, not, comparisons, sums, products, signs", () => {
    same("a or b and not c == 1 + 2 * -x.y", "a or (b and (not (c == (1 + (2 * (-(x.y)))))))");
    same("not a in b", "not (a in b)");
    same("8 - 2 - 1 // 2 % 3", "(8 - 2) - ((1 // 2) % 3)");
    same("a not in [1, 2,]", "(a) not in [(1), 2]");
  });

  it("takes constants in both spellings and texts in both quotes", () => {
    same("[True, False, None]", "[true, false, none]");
    same(`'it\\'s' + "a \\"b\\"\\n\\t\\\\"`, `"it's" + 'a "b"\\n\\t\\\\'`);
    expect(parsed("0.50")).toEqual({ kind: "number", value: 0.5 });
    // The same escapes as in a template.
    expect(parsed("'\\x41\\u0042'")).toEqual({ kind: "text", value: "AB" });
  });

  it("is plain data that survives storage, with a row of alternatives side by side", () => {
    const expression = parsed(Array.from({ length: 800 }, () => "a == 1").join(" or "));
    expect(JSON.parse(JSON.stringify(expression))).toEqual(expression);
    expect(expression).toMatchObject({ kind: "or", items: { length: 800 } });
  });

  it("names its variables, not its fields and functions", () => {
    expect([...namesIn(parsed("sheets.get(n)[k].status in [len(t), -x] and not y"))].sort()).toEqual([
      "k",
      "n",
      "sheets",
      "t",
      "x",
      "y",
    ]);
  });

  it("is printed with no more parentheses than it needs", () => {
    expect(expressionText(parsed("((a) and ((b or c)) and (not (d)))"))).toBe("a and (b or c) and not d");
    expect(expressionText(parsed("(a - (b - c)) * 2 == (3).x"))).toBe("(a - (b - c)) * 2 == (3).x");
    expect(expressionText(parsed("'\"' == x.get('a\\n')[0.0000001]"))).toBe('"\\"" == x.get("a\\n")[1e-7]');
  });
});

describe("an invalid expression is refused, with the column", () => {
  it.each([
    ["", "1 is empty"],
    [" \n ", "1 is empty"],
    ["a == 3 or", "9 expected a value, not the end"],
    ["a == 3 or  ", "9 expected a value, not the end"],
    ["(a", "2 expected an operator or ), not the end"],
    ["[1, 2", "5 expected an operator or ], not the end"],
    ["a b", "3 expected an operator or the end, not b"],
    ["a )", "3 unexpected )"],
    ["a == not b", "10 expected an operator or the end, not b"],
    ["a == not", "6 expected a value, not not"],
    ["x.(3)", "3 expected the name of a field, not ("],
    ["x[1:2]", "2 there are no slices: a list is read one item at a time"],
    ["x | length", "3 there are no filters in a condition"],
    ["x ~ y", "3 there is no ~: to join texts, write +"],
    ["1 if x else 2", "1 there is no if: use and, or and not"],
    ["+x", "1 there is no sign +"],
    ["1 < x < 3", "7 comparisons can't be chained: instead of 1 < x < 3 write 1 < x and x < 3"],
    ["a == b not in c", "8 comparisons can't be chained"],
    ["a = 3", "3 = means nothing here: to compare, write =="],
    ["a && b", "3 && means nothing here: write and"],
    ["!a", "1 ! means nothing here: write not"],
    ["a is none", "3 there is no is: to compare, write =="],
    ["a AND b", "3 write and in small letters"],
    ["x in (1, 2)", "8 a comma stands only in a list: [1, 2]"],
    ["2 ** 9", "3 there is no **"],
    ["open('f')", "1 there is no open(); the only function is len(x)"],
    ["x.keys()", "3 there is no .keys(); the only one is .get(key) of a map"],
    ["x.get()", "3 .get() takes one key"],
    ["len(a, b)", "1 len() takes one value"],
    ["x == 'abc", "6 the text that begins here has no closing '"],
    ["x == 'abc\\", "6 the text that begins here has no closing '"],
    ["a\0", '2 unexpected character "\\u0000"'],
    ["a == {}", "6 there are no maps: { means nothing in an expression"],
    ["3abc", "2 expected an operator or the end, not abc"],
    ["a == 9007199254740993", "6 a number gets too large"],
    ["1e999", "1 a number gets too large"],
    ["lambda: 0", "7 expected an operator or the end, not :"],
  ])("%j", (text, why) => {
    expect(wrong(text)).toContain(why);
  });

  it("when it is longer than 10,000 characters", () => {
    expect(parsed(`a${" ".repeat(9_999)}`)).toEqual(parsed("a"));
    expect(wrong(`a${" ".repeat(10_000)}`)).toBe("10001 is longer than 10000 characters");
    expect(wrong("(".repeat(100_000))).toBe("10001 is longer than 10000 characters");
  });

  it.each([
    ["parentheses", (depth: number) => `${"(".repeat(depth)}a${")".repeat(depth)}`, 49],
    ["lists", (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`, 50],
    ["not", (depth: number) => `${"not ".repeat(depth)}a`, 98],
    ["signs", (depth: number) => `${"-".repeat(depth)}a`, 98],
    ["lookups", (depth: number) => `a${".b".repeat(depth)}`, 99],
    ["a row of sums", (depth: number) => `a${"+1".repeat(depth)}`, 99],
    ["calls", (depth: number) => `${"len(".repeat(depth)}a${")".repeat(depth)}`, 49],
  ])("when %s nest too deep", (_, nested, most) => {
    expect(parseExpression(nested(most)).kind).toBe("means");
    expect(wrong(nested(most + 1))).toContain("is nested too deeply");
    expect(wrong(nested(1_900))).toContain("is nested too deeply");
  });

  it("when thousands of parentheses are opened", () => {
    expect(wrong("(".repeat(10_000))).toBe("51 is nested too deeply");
  });
});
