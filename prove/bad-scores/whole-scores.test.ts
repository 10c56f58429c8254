import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openScore } from "../../src/score/load.ts";
import { mozartScore } from "../../src/score/mozart/schema.ts";
import { diagnoseScore } from "../../src/score/parse.ts";
import { ruleKeys } from "../../src/score/rules/kinds.ts";
import { commit } from "../../src/score/schema/commit.ts";
import { cost } from "../../src/score/schema/cost.ts";
import { concert, workspaceLifecycle } from "../../src/score/follow/schema.ts";
import { gate } from "../../src/score/schema/gate.ts";
import { isolationSection } from "../../src/score/schema/contexts/isolation.ts";
import { landingSection } from "../../src/score/schema/landing.ts";
import { prepare } from "../../src/score/schema/contexts/prepare.ts";
import { rateLimit, retry } from "../../src/score/schema/retry.ts";
import { score } from "../../src/score/schema/score.ts";
import { sheet } from "../../src/score/schema/sheet.ts";
import { isError } from "../../src/score/source/problem.ts";
import { tempFolder } from "../../test/kit/folders.ts";
import { wholeMozart } from "./whole-mozart.ts";
import { besideWhole, wholeNative } from "./whole-scores.ts";

describe.each([
  ["native", wholeNative],
  ["mozart", wholeMozart],
])("the whole %s score", (shape, whole) => {
  it("is right, so that each thing wrong with it is the one put into it", () => {
    const folder = tempFolder();
    for (const [path, text] of Object.entries({ ...besideWhole, "score.yaml": JSON.stringify(whole) })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { text, source } = openScore(join(folder, "score.yaml"));
    const read = diagnoseScore(text, source);
    expect(read.problems.filter(isError)).toEqual([]);
    expect(read.shape).toBe(shape);
  });
});

describe("the whole native score", () => {
  it("has every key of the language", () => {
    const missing = (known: object, used: readonly object[]): readonly string[] =>
      Object.keys(known).filter((key) => !used.some((one) => key in one));
    expect(missing(score.shape, [wholeNative, { prompt_file: "" }])).toEqual([]);
    expect(missing(sheet.shape, wholeNative.sheets)).toEqual([]);
    expect(missing(retry.shape, [wholeNative.retry])).toEqual([]);
    expect(missing(rateLimit.shape, [wholeNative.rate_limit])).toEqual([]);
    expect(missing(cost.shape, [wholeNative.cost])).toEqual([]);
    expect(missing(isolationSection.shape, [wholeNative.isolation])).toEqual([]);
    expect(missing(prepare.shape, [wholeNative.prepare])).toEqual([]);
    expect(missing(landingSection.shape, [wholeNative.landing])).toEqual([]);
    expect(missing(concert.shape, [wholeNative.concert])).toEqual([]);
    expect(missing(workspaceLifecycle.shape, [wholeNative.workspace_lifecycle])).toEqual([]);
    expect(missing(gate.shape, wholeNative.landing.gates)).toEqual([]);
    expect(missing(commit.shape, [wholeNative.commit])).toEqual([]);
    expect(ruleKeys.filter((key) => !wholeNative.validations.some((rule) => key in rule))).toEqual([]);
  });

  it("has a counterpart with every part of Mozart's", () => {
    expect(Object.keys(mozartScore.shape).filter((key) => !(key in wholeMozart))).toEqual([
      "instrument",
      "instrument_config",
    ]);
    expect(Object.keys(mozartScore.shape.sheet.shape).filter((key) => !(key in wholeMozart.sheet))).toEqual([]);
    expect(Object.keys(isolationSection.shape).filter((key) => !(key in wholeMozart.isolation))).toEqual([]);
  });
});
