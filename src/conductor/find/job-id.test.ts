import { describe, expect, it } from "vitest";
import { nameOf } from "../../base/names.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { isJobId, newJobId } from "./job-id.ts";

describe("a job's id", () => {
  it.each([["story"], ["a"], ["Über alles"], ["with-a-tail-abcdefghijklmnop"], ["x".repeat(100)], [""]])(
    "made of %j is known as one",
    (name) => {
      expect(isJobId(newJobId(name, realWorld))).toBe(true);
    },
  );

  it.each([
    ["adopted"],
    [nameOf("isolated /some/where")],
    ["../../etc-abcdef"],
    ["a.b-abcdef"],
    ["-abcdef"],
    ["story-ABCDEF"],
    [""],
  ])("is not %j", (id) => {
    expect(isJobId(id)).toBe(false);
  });
});
