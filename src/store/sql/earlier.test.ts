import { describe, expect, it } from "vitest";
import { makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import { usualLandingPlan, usualMessage } from "../../score/plan/landing-plan.ts";
import { currentPlan } from "./earlier.ts";

const without = (value: object, ...keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
const plain = makePlan([makeSheet("a"), makeSheet("b")]);
const rest = without(plain, "version", "stopOnFailure", "landing", "messages", "cost", "sheets");
const sheet = makeSheet("a");
const fourth = without(sheet, "message");
const third = { ...without(fourth, "fallbacks"), retry: without(sheet.retry, "limitWaitMs") };
const stored = (plan: object): ReturnType<typeof currentPlan> =>
  currentPlan(JSON.parse(JSON.stringify(plan)) as Parameters<typeof currentPlan>[0]);

describe("a plan", () => {
  it("of this version is as it is", () => {
    const plan = makePlan(plain.sheets, {
      landing: { ...usualLandingPlan, push: "origin" },
      messages: [usualMessage, { ...usualMessage, type: "fix" }],
    });
    expect(stored(plan)).toEqual(JSON.parse(JSON.stringify(plan)));
  });

  it.each([
    ["auto", true],
    ["approve", true],
    ["auto", false],
    ["approve", false],
  ] as const)("of the fourth lands as it did: %s, %s", (mode, revalidate) => {
    const limited = { ...plain.cost, perJobUsd: 3 };
    const helped = { ...fourth, fallbacks: [{ kind: "scripted" }], retry: { ...sheet.retry, limitWaitMs: 7 } };
    const plan = stored({ ...rest, version: 4, sheets: [helped], cost: limited, landing: mode, revalidate });
    expect(plan).toEqual({
      ...rest,
      version: 6,
      stopOnFailure: false,
      sheets: [{ ...helped, message: 0 }],
      cost: limited,
      landing: { ...usualLandingPlan, mode, revalidate },
      messages: [usualMessage],
    });
    expect(plan).not.toHaveProperty("revalidate");
  });

  it.each([1, 2, 3])("of version %i has what it could not say filled in", (version) => {
    const plan = stored({ ...rest, version, sheets: [third], revalidate: false });
    expect(plan).toEqual({
      ...rest,
      version: 6,
      stopOnFailure: false,
      sheets: [{ ...sheet, fallbacks: [], message: 0 }],
      cost: plain.cost,
      landing: { ...usualLandingPlan, revalidate: false },
      messages: [usualMessage],
    });
  });

  it("of the fifth knows nothing of borrowed folders, agents that are asked once, work that is gone on with, or findings that have to be gone", () => {
    const agent = { kind: "command", argv: ["a"], prompt: "stdin", env: {} } as const;
    const check = {
      kind: "findings",
      command: { kind: "argv", argv: ["lint"] },
      cwd: null,
      format: { kind: "lines" },
    } as const;
    const terms = { description: null, stage: 1, retries: 0, retryDelayMs: 0, timeoutMs: 1 };
    const gate = { name: "g", command: { kind: "argv", argv: ["g"] }, quick: null, timeoutMs: 1, files: [] } as const;
    const plan = stored({
      ...plain,
      version: 5,
      isolation: without(plain.isolation, "borrow"),
      sheets: [{ ...sheet, agent, fallbacks: [agent, { kind: "scripted" }], retry: without(sheet.retry, "goesOn") }],
      rules: [{ check, ...terms }],
      landing: { ...usualLandingPlan, gates: [gate] },
    });
    expect(plan).toMatchObject({
      version: 6,
      isolation: { borrow: [] },
      sheets: [
        {
          agent: { ...agent, once: false },
          fallbacks: [{ ...agent, once: false }, { kind: "scripted" }],
          retry: { goesOn: false },
        },
      ],
      rules: [{ check: { ...check, tool: "", changed: null, fixes: null, ignore: [], silencers: [], configs: [] } }],
      landing: { gates: [{ ...gate, borrow: [] }] },
    });
  });
});
