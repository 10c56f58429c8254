import { describe, expect, it } from "vitest";
import { z } from "zod";
import { planOf } from "../../../test/kit/scores.ts";
import { rule } from "../schema/validation.ts";
import { printed } from "../source/shape.ts";
import { kindOf, ruleKeys, ruleKinds } from "./kinds.ts";

describe.each(ruleKeys)("the example of %s", (key) => {
  const { schema, kind } = ruleKinds[key];
  const [example] = (z.globalRegistry.get(schema)?.["examples"] ?? []) as readonly unknown[];
  const written = { [key]: example };

  it("is printed as it was written", () => {
    expect(printed(rule, rule.parse(written))).toEqual(written);
  });

  it("becomes a check of this kind", () => {
    const plan = planOf(
      JSON.stringify({ agent: "scripted", sheets: [{ id: "a", prompt: "p", validations: [written] }] }),
    );
    expect(plan.rules.map(({ check }) => check.kind)).toEqual([kind]);
    expect(kindOf({ kind }).key).toBe(key);
  });
});
