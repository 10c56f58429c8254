import { describe, expect, it } from "vitest";
import { namesIn } from "./ast.ts";
import type { Expression } from "./ast.ts";
import { parseExpression } from "./parse.ts";
import { expressionText } from "./print.ts";

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

describe("what is no expression is refused, with the column", () => {
  it.each([
    ["", "1 is empty"],
    [" \n ", "1 is empty"],
    ["a == 3 or", "9 expected a value, not the end"],
    ["a == 3 or  ", "9 expected a value, not the end"],
    ["(a", "2 expected an operator or ), not the end"],
    ["[1, 2", "5 expected an operator or ], not the end"],
    ["a b", "3 expected an operator or the end, not b"],
    ["a )", "3 expected an operator or the end, not )"],
    ["a == not b", "6 expected a value, not not"],
    ["x.3", "3 expected the name of a field, not 3"],
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
    ["x.get()", "7 expected a value, not )"],
    ["x == 'abc", "6 the text that begins here has no closing '"],
    ["x == 'abc\\", "6 the text that begins here has no closing '"],
    ["'\\x41'", "2 \\x is no escape; known are \\\\ \\' \\\" \\n \\t"],
    ["'a\nb'", "3 the character U+000A can't stand in a text; a new line is \\n, a tab is \\t"],
    ["'\0'", "2 the character U+0000 can't stand in a text"],
    ["a\0", "2 the character U+0000 means nothing in an expression"],
    ["a == {}", '6 "{" means nothing in an expression'],
    ["a\u00A0== 1", "2 the character U+00A0 means nothing in an expression"],
    ["3abc", "1 can't read what begins with 3: a number is 3 or 0.5"],
    ["1.2.3", "1 can't read what begins with 1.2"],
    ["007", "1 can't read 007: a number doesn't begin with 0"],
    ["a == 9007199254740993", "6 9007199254740993 is too large a number"],
    ["1e999", "1 1e999 is too large a number"],
    ["lambda: 0", '7 ":" means nothing in an expression'],
  ])("%j", (text, why) => {
    expect(wrong(text)).toContain(why);
  });

  it("when it is longer than 10,000 characters", () => {
    expect(parsed(`a${" ".repeat(9_999)}`)).toEqual(parsed("a"));
    expect(wrong(`a${" ".repeat(10_000)}`)).toBe("10001 is longer than 10000 characters");
    expect(wrong("(".repeat(100_000))).toBe("10001 is longer than 10000 characters");
  });

  it.each([
    ["parentheses", (depth: number) => `${"(".repeat(depth)}a${")".repeat(depth)}`, 100],
    ["lists", (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`, 100],
    ["not", (depth: number) => `${"not ".repeat(depth)}a`, 99],
    ["signs", (depth: number) => `${"-".repeat(depth)}a`, 99],
    ["lookups", (depth: number) => `a${".b".repeat(depth)}`, 99],
    ["a row of sums", (depth: number) => `a${"+1".repeat(depth)}`, 99],
    ["calls", (depth: number) => `${"len(".repeat(depth)}a${")".repeat(depth)}`, 99],
  ])("when %s nest too deep", (_, nested, most) => {
    expect(parseExpression(nested(most)).kind).toBe("means");
    expect(wrong(nested(most + 1))).toContain("is nested more than 100 levels deep");
    expect(wrong(nested(1_900))).toContain("is nested more than 100 levels deep");
  });

  it("when thousands of parentheses are opened", () => {
    expect(wrong("(".repeat(10_000))).toBe("101 is nested more than 100 levels deep");
  });
});
