import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { inWorkspace, makeCheckPlace, reasonOf } from "../../../../test/kit/check-place.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import type { ConcreteCheck } from "../../../score/plan/rule.ts";
import type { CheckPlace } from "../../place.ts";

const check: ConcreteCheck = { kind: "draft", path: inWorkspace("plan.json"), requirements: ["R1"] };
const planFor = (path: string): string =>
  JSON.stringify({
    goal: "g",
    tasks: [
      {
        id: "a",
        title: "A",
        description: "a",
        kind: "fix",
        files: [{ path }],
        criteria: [{ text: "c" }],
        covers: ["R1"],
      },
    ],
  });

let place: CheckPlace;
beforeEach(() => {
  place = makeCheckPlace();
  writeFiles(place.folder, { "src/a.ts": "a\n" });
});

it("a plan is compared with the repository that it is about", async () => {
  writeFiles(place.workspace, { "plan.json": planFor("src/a.ts") });
  expect(await reasonOf(check, place)).toBe("");
  writeFiles(place.workspace, { "plan.json": planFor("src/b.ts") });
  expect(await reasonOf(check, place)).toBe('a: "src/b.ts" does not exist; mark it as new, or name a file that does');
});

it("a plan that an agent only printed counts, and is kept once it has no fault", async () => {
  const saying = (text: string): CheckPlace => ({
    ...place,
    agents: { ...place.agents, answer: () => Promise.resolve(`Here: ${text}`) },
  });
  expect(await reasonOf(check, saying("no plan"))).toBe("plan.json does not exist in the workspace");
  expect(await reasonOf(check, saying(planFor("src/b.ts")))).toMatch(/does not exist; mark/);
  expect(existsSync(join(place.workspace, "plan.json"))).toBe(false);
  expect(await reasonOf(check, saying(planFor("src/a.ts")))).toBe("");
  expect(readFileSync(join(place.workspace, "plan.json"), "utf8")).toBe(planFor("src/a.ts"));
});
