import { describe, expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { planOf } from "../../../test/kit/scores.ts";
import { TuttiError } from "../../base/error.ts";
import { landsResults, playsOneByOne, withLevel } from "./isolation.ts";
import { isolationLevels } from "./levels.ts";

describe("a plan at another level", () => {
  it("is the same but for it, and the one it was made from stays", () => {
    const plan = planOf("agent: scripted\nsheets: [{id: a, prompt: x}]\nisolation: {per: job, snapshot_minutes: 5}\n");
    expect(withLevel(plan, "full")).toEqual({ ...plan, isolation: { ...plan.isolation, level: "full" } });
    expect(plan.isolation.level).toBe("clone");
  });

  it("can't open pull requests where agents work in the repository itself", () => {
    const plan = planOf("agent: scripted\nsheets: [{id: a, prompt: x}]\nlanding: {pull_request: true}\n");
    const isRefused = (level: (typeof isolationLevels)[number]): boolean => {
      try {
        return withLevel(plan, level).isolation.level !== level;
      } catch (error) {
        return (
          error instanceof TuttiError && error.code === "score.invalid" && error.message.includes(`isolation ${level}:`)
        );
      }
    };
    expect(isolationLevels.filter(isRefused)).toEqual(["none"]);
  });

  it("of a Mozart score that says nothing of contexts has one for the whole job", () => {
    const section = "{enabled: true, fallback_on_error: false}";
    expect(withLevel(planOf(mozart({})), "worktree").isolation).toEqual(
      planOf(mozart({ isolation: section })).isolation,
    );
  });
});

describe("sheets", () => {
  it("run one after the other where they share a folder", () => {
    expect(isolationLevels.filter((level) => playsOneByOne({ level, per: "sheet" }))).toEqual(["none"]);
    expect(isolationLevels.filter((level) => playsOneByOne({ level, per: "job" }))).toEqual(isolationLevels);
  });

  it("land nothing only without contexts", () => {
    expect(isolationLevels.filter((level) => !landsResults({ level }))).toEqual(["none"]);
  });
});
