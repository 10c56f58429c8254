import { truncateSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { inContext, inWorkspace, makeCheckPlace, reasonOf } from "../../../../test/kit/check-place.ts";
import { oneOf } from "../../../../test/kit/long.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import { parseExpression } from "../../../score/expression/parse.ts";
import type { Condition } from "../../../score/expression/condition.ts";
import type { ConcreteCheck } from "../../../score/plan/rule.ts";
import type { CheckPlace } from "../../place.ts";

let place: CheckPlace;
const many = Array.from({ length: 3000 }, (_, index) => ({ a: { a: { a: index } } }));
beforeAll(() => {
  place = makeCheckPlace();
  writeFiles(place.folder, {
    "report.json": JSON.stringify({
      passed: 12,
      failed: 0,
      name: "größe",
      cases: [
        { ms: 5, tag: "x1" },
        { ms: 70, tag: "y" },
      ],
      none: null,
      __proto__x: 1,
    }),
    "list.json": "[1,2,3]",
    "broken.json": '{"a": 1,}',
    "empty.json": "",
    "big.json": JSON.stringify({
      many,
      x: many,
      y: many.map((one) => structuredClone(one)),
      long: "a".repeat(100_000),
    }),
    "wide.json": JSON.stringify(Array.from({ length: 200_000 }, () => 1)),
    "nested.json": `${'{"a":'.repeat(150)}1${"}".repeat(150)}`,
    "deep.json": `${"[".repeat(5000)}${"]".repeat(5000)}`,
    "countless.json": `[${"1,".repeat(1_000_001)}1]`,
    "huge.json": "",
  });
  truncateSync(join(place.folder, "huge.json"), 16 * 1024 * 1024 + 1);
  writeFiles(place.workspace, { "report.json": '{"passed": 1}' });
});

function that(text: string): Condition {
  const expression = parseExpression(text);
  if (expression.kind === "wrong") throw new Error(expression.why);
  return { text, expression: expression.value };
}

const json = (query: string, predicate: string, file = "report.json"): ConcreteCheck => ({
  kind: "json_path",
  path: inContext(file),
  query,
  that: that(predicate),
});

describe("a predicate on JSON", () => {
  it.each([
    ["$.passed", "value == 12"],
    ["$.failed", "value == 0 and count == 1"],
    ["$.cases[*].ms", "5 in values and count == 2"],
    ["$.cases[?@.ms > 50]", "value.tag == 'y'"],
    ["$..ms", "len(values) == 2"],
    ["$.missing", "count == 0"],
    ["$.missing", "count == 0 or value == 1"],
    ["$.none", "value == none"],
    ["$.name", "value == 'größe'"],
    ["$.cases[?match(@.tag, 'x[0-9]')].ms", "value == 5 and count == 1"],
    ["$.cases[?search(@.tag, '[0-9]')]", "count == 1"],
    ["$.cases[?match(@.tag, 'x')]", "count == 0"],
    ["$.cases[?match(@.ms, 'x')]", "count == 0"],
  ])("holds: %s, %s", async (query, predicate) => {
    expect(await reasonOf(json(query, predicate), place)).toBe("");
  });

  it.each([
    [json("$.failed", "value > 3"), "$.failed in report.json is 0, so that value > 3 does not hold"],
    [json("$.missing", "value == 1"), "$.missing finds nothing in report.json, so that value == 1 can't hold"],
    [json("$.missing", "count == 1"), "$.missing in report.json is nothing, so that count == 1 does not hold"],
    [json("$.constructor", "count > 0"), "$.constructor in report.json is nothing, so that count > 0 does not hold"],
    [json("$.name", "value > 3"), /^whether value > 3 holds of \$\.name in report\.json can't be told: /],
    [json("$.passed", "value"), /can't be told: .*neither true nor false/],
    [json("$[*]", "value == 7", "list.json"), "$[*] in list.json is 1, 2, 3, so that value == 7 does not hold"],
    [
      json("$[*]", "count == 7"),
      '$[*] in report.json is 12, 0, "größe", […], null, 1, so that count == 7 does not hold',
    ],
    [json("$.many[*]", "count == 7", "big.json"), /is (?:\{…\}, ){9}\{…\} and 2990 more, so that/],
    [json("$.[", "count == 0"), /^\$\.\[ can't be looked up in report\.json: /],
    [json("$.cases[?match(@.tag, '(?=x)')]", "count == 0"), /can't be looked up/],
    [json(`$${"[0]".repeat(1000)}`, "count == 0"), /the query is longer than/],
    [json("$.a", "count == 0", "broken.json"), /^broken\.json is not JSON: /],
    [json("$.a", "count == 0", "empty.json"), /^empty\.json is not JSON: /],
    [json("$.a", "count == 0", "missing.json"), "missing.json does not exist in the context"],
    [json("$.a", "count == 0", "huge.json"), /too large/],
  ])("does not hold, and the reason says why (%#)", async (check, reason) => {
    expect(await reasonOf(check, place)).toMatch(
      typeof reason === "string" ? new RegExp(`^${reason.replaceAll(/[[\]{}()*.?$^|]/g, "\\$&")}$`) : reason,
    );
  });

  it("may look into the workspace", async () => {
    const check: ConcreteCheck = {
      kind: "json_path",
      path: inWorkspace("report.json"),
      query: "$.passed",
      that: that("value == 1"),
    };
    expect(await reasonOf(check, place)).toBe("");
  });

  it("may look at many values", async () => {
    expect(await reasonOf(json("$[50000:60000]", "count == 10000", "wide.json"), place)).toBe("");
    expect(await reasonOf(json("$.many..a", "count == 9000", "big.json"), place)).toBe("");
    expect(await reasonOf(json("$.many[?@.a.a.a == 2999]", "count == 1", "big.json"), place)).toBe("");
  });
});

describe("a hostile query or document", () => {
  it.each(
    oneOf(6, [
      "$..[?$..[?$..a]]",
      "$.many[?$.x == $.y]",
      "$.many[?$.long == $.long]..zzz..[?$.x == $.y]..b",
      "$.many[0:40][?search($.long, '(.*a){12}z')]",
      "$.many[?count($..*) > 1]",
      "$.many[?!(length(value($.x)) > 1 && $.x == $.y)]",
    ]),
  )("is given up after a while: %s", async (query) => {
    expect(await reasonOf(json(query, "count == 0", "big.json"), place)).toMatch(
      /can't be looked up in big\.json: .*too many steps/,
    );
  });

  it.each(oneOf(2, ["$..*..*..*..*..zzz", "$..[?@..[?@..[?@..[?@..zzz]]]]"]))(
    "is given up on a deep document too: %s",
    async (query) => {
      expect(await reasonOf(json(query, "count == 0", "nested.json"), place)).toMatch(/too many steps/);
    },
  );

  it("finds only so much", async () => {
    expect(await reasonOf(json("$[*]", "count > 0", "wide.json"), place)).toMatch(/finds more than 100000 values/);
  });

  it.each(["deep.json", "countless.json"])("is refused when it is too deep or too much: %s", async (file) => {
    expect(await reasonOf(json("$", "count == 1", file), place)).toMatch(
      /it has more than 1000000 values, or is nested more than 200 deep/,
    );
  });

  it("does not overflow the stack", async () => {
    expect(
      await reasonOf(json(`$[?${"(".repeat(900)}@.a${")".repeat(900)}]`, "count == 0", "list.json"), place),
    ).toMatch(/^$|can't be looked up/);
  });
});
