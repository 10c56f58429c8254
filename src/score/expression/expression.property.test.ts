import fc from "fast-check";
import { expect, it } from "vitest";
import { type Expression, expressionText } from "./ast.ts";
import { type Scope, checkExpression } from "./check.ts";
import { conditionOf, holds } from "./condition.ts";
import { evaluate } from "./evaluate.ts";
import { parseExpression } from "./parse.ts";
import type { ValueRecord } from "./value.ts";
import { times } from "../../../test/kit/long.ts";

const record = {
  kind: "record",
  fields: { text: { kind: "text" }, number: { kind: "number" }, boolean: { kind: "boolean" } },
} as const;
const scope: Scope = {
  number: { kind: "number" },
  text: { kind: "text" },
  boolean: { kind: "boolean" },
  list: { kind: "list", of: { kind: "number" } },
  map: { kind: "map", keys: "number", of: record },
  anything: { kind: "anything" },
};

const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
const records = fc.record({ text: fc.string(), number, boolean: fc.boolean() });
const values: fc.Arbitrary<ValueRecord> = fc.record({
  number,
  text: fc.string(),
  boolean: fc.boolean(),
  list: fc.array(number, { maxLength: 4 }),
  map: fc
    .dictionary(fc.constantFrom("0", "1", "2"), records)
    .map((entries) => new Map(Object.entries(entries).map(([key, value]) => [Number(key), value]))),
  anything: fc.oneof(number, fc.jsonValue({ maxDepth: 3 })) as fc.Arbitrary<ValueRecord[string]>,
});

const written = fc.stringMatching(/^[ -~\n\t]{0,8}$/);
const word = fc.constantFrom(
  "number",
  "text",
  "boolean",
  "list",
  "map",
  "anything",
  "other",
  "__proto__",
  "constructor",
);
const leaf: fc.Arbitrary<Expression> = fc.oneof(
  fc.constant({ kind: "none" } as const),
  fc.boolean().map((value) => ({ kind: "boolean", value }) as const),
  fc
    .oneof(fc.nat(5), fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true }))
    .map((value) => ({ kind: "number", value: value + 0 }) as const),
  written.map((value) => ({ kind: "text", value }) as const),
  word.map((name) => ({ kind: "name", name }) as const),
);

const calculations = fc.constantFrom("+", "-", "*", "/", "//", "%" as const);
const comparisons = fc.constantFrom("==", "!=", "<", "<=", ">", ">=", "in", "not in" as const);

/** Any expression that can be written, sense or nonsense. */
const { any } = fc.letrec<{ any: Expression }>((tie) => {
  const of = tie("any");
  const items = fc.array(of, { maxLength: 3 });
  const record = <T extends string, U>(
    kind: T,
    parts: { [K in keyof U]: fc.Arbitrary<U[K]> },
  ): fc.Arbitrary<{ kind: T } & U> => fc.record(parts).map((made) => ({ kind, ...(made as U) }));
  return {
    any: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      leaf,
      record("list", { items }),
      record("member", {
        of,
        field: fc.constantFrom("text", "number", "boolean", "get", "in", "constructor", "__proto__"),
      }),
      record("index", { of, key: of }),
      record("get", { of, key: of }),
      record("length", { of }),
      record("negative", { of }),
      record("not", { of }),
      record("and", { items: fc.array(of, { minLength: 2, maxLength: 3 }) }),
      record("or", { items: fc.array(of, { minLength: 2, maxLength: 3 }) }),
      record("comparison", { operator: comparisons, left: of, right: of }),
      record("arithmetic", { operator: calculations, left: of, right: of }),
    ),
  };
});

/** Conditions that make sense, as text. With `partial`, also what can turn out impossible. */
function sensible(partial: boolean): fc.Arbitrary<string> {
  const { truth } = fc.letrec<{ truth: string; number: string; text: string; list: string }>((tie) => {
    const [truth, number, text, list] = [tie("truth"), tie("number"), tie("text"), tie("list")];
    const when = (...forms: fc.Arbitrary<string>[]): fc.Arbitrary<string>[] => (partial ? forms : []);
    const form = (pattern: string, parts: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> =>
      fc.tuple(...[...pattern].map((letter) => parts[letter] ?? fc.constant(letter))).map((all) => all.join(""));
    const parts = { T: truth, N: number, X: text, L: list };
    const order = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");
    const depth = { maxDepth: 4 };
    return {
      truth: fc.oneof(
        depth,
        fc.constantFrom("boolean", "true", "False", "map.get(1)", "not map.get(2)", "1 in map"),
        form("(T and T)", parts),
        form("(T or T or T)", parts),
        form("(not T)", parts),
        form("(N?N)", { ...parts, "?": order }),
        form("(X?X)", { ...parts, "?": order }),
        form("(N in L)", parts),
        form("(X not in X)", parts),
        form("(L == L)", parts),
        ...when(
          fc.constantFrom("map[1].boolean", "anything", "anything.a", "anything == 1", "anything.get(0) in list"),
          form("(anything<N)", parts),
        ),
      ),
      number: fc.oneof(
        depth,
        fc.constantFrom("0", "1", "2.5", "len(text)", "len(list)", "(1 - 3)"),
        fc.constant("1"),
        ...when(
          fc.constantFrom("number", "list[0]", "map[0].number"),
          form("(N-N*N)", parts),
          form("(N/N+N%N//N)", parts),
          form("(-N)", parts),
        ),
      ),
      text: fc.oneof(
        depth,
        fc.constantFrom("text", "'a'", '"\\n"'),
        form("(X + X)", parts),
        ...when(fc.constantFrom("map[0].text")),
      ),
      list: fc.oneof(depth, fc.constantFrom("list", "[1]", "[1, 2.5]"), form("[N,N]", parts), form("(L + L)", parts)),
    };
  });
  return truth;
}

it("parse(print(e)) is e", () => {
  fc.assert(
    fc.property(any, (expression) => {
      expect(parseExpression(expressionText(expression))).toEqual({ kind: "means", value: expression });
    }),
    { numRuns: times(250, 1_000) },
  );
});

it("any text is read or refused with a column inside it, and what was read can be printed and read again", () => {
  const soup = fc.constantFrom(
    ..."()[].,+-*%<>=!'\"\\\0 \n",
    "a",
    "len(",
    ".get(",
    "not ",
    " in ",
    " and ",
    " or ",
    "3",
    "0.5",
    "==",
    "//",
    "none",
    "é",
    "😀",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 30 }),
        fc.array(soup, { maxLength: 12 }).map((parts) => parts.join("")),
      ),
      (text) => {
        const result = parseExpression(text);
        if (result.kind === "means") expect(parseExpression(expressionText(result.value))).toEqual(result);
        else expect(result.column >= 1 && result.column <= Math.max(1, text.length)).toBe(true);
      },
    ),
    { numRuns: times(500, 5_000) },
  );
});

it("a condition that makes sense is answered or is impossible, and nothing is thrown", () => {
  fc.assert(
    fc.property(sensible(true), values, (text, given) => {
      const condition = conditionOf(text, scope);
      if (condition.kind === "wrong") return expect.unreachable(`${text}: ${condition.why}`);
      const outcome = evaluate(condition.value.expression, given);
      const answer = holds(condition.value, given);
      if (outcome.kind === "impossible") expect(answer).toEqual(outcome);
      else expect(["yes", "no", "impossible"]).toContain(answer.kind);
      expect(
        holds(
          { ...condition.value, expression: JSON.parse(JSON.stringify(condition.value.expression)) as Expression },
          given,
        ),
      ).toEqual(answer);
    }),
    { numRuns: times(500, 2_000) },
  );
});

it("a condition that makes sense, looks up nothing and divides nothing is always answered", () => {
  fc.assert(
    fc.property(sensible(false), values, (text, given) => {
      const condition = conditionOf(text, scope);
      expect(condition.kind === "means" && holds(condition.value, given).kind).toMatch(/^(yes|no)$/);
    }),
    { numRuns: times(250, 1_000) },
  );
});

it("nonsense never throws and is never a yes that evaluation does not bear out", () => {
  fc.assert(
    fc.property(any, values, (expression, given) => {
      const outcome = evaluate(expression, given);
      const answer = holds({ text: "", expression }, given);
      checkExpression(expression, scope);
      if (outcome.kind === "impossible") expect(answer).toEqual(outcome);
      else if (answer.kind === "yes") expect(outcome.value !== false && outcome.value !== null).toBe(true);
      else expect(outcome.value).not.toBe(true);
    }),
    { numRuns: times(500, 2_000) },
  );
});
