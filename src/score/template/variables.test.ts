import { describe, expect, it } from "vitest";
import { scoreEngine, templateVariables } from "./variables.ts";

describe("variables", () => {
  it("go through JSON unchanged, with their order and their kinds of keys", () => {
    const variables = new Map<string, unknown>([
      ["plain", { z: 1, a: [1.5, null, true] }],
      [
        "numbered",
        new Map<unknown, unknown>([
          [10, "ten"],
          [2, new Map([["k", "v"]])],
        ]),
      ],
      [
        "digits",
        new Map([
          ["10", "a"],
          ["2", "b"],
        ]),
      ],
      ["__proto__", "kept"],
      ["halves", new Map([[1.5, "half"]])],
      ["odd", [Infinity, Number.NaN, undefined]],
    ]);
    const template = {
      text: "{{ plain }} {{ numbered }} {{ digits }} {{ odd }} {{ numbered[2].k }} {{ halves }}",
      includes: {},
    };
    const packed = templateVariables(variables);
    const rendered = scoreEngine(packed).render(template, {});
    expect(scoreEngine(JSON.parse(JSON.stringify(packed)) as typeof packed).render(template, {})).toEqual(rendered);
    expect(rendered).toEqual({
      kind: "text",
      text: "{'z': 1, 'a': [1.5, None, True]} {10: 'ten', 2: {'k': 'v'}} {'10': 'a', '2': 'b'} ['inf', 'nan', None] v {1.5: 'half'}",
    });
  });
});
