import { expect, it } from "vitest";
import { describeEnd, describeFailure } from "./describe.ts";

it("how an agent ended is the rest of a sentence about it", () => {
  expect(describeEnd({ kind: "not-met", failed: ["a is there: no", "b: no"] })).toBe(
    "was not started: a is there: no; b: no",
  );
  expect(describeEnd({ kind: "timed-out", afterMs: 1_234 })).toBe("was ended after 1.2 s, its time limit");
  expect(describeEnd({ kind: "idle", afterMs: 5_000 })).toBe("was ended after it neither printed nor worked for 5 s");
});

it("why a sheet failed is a sentence", () => {
  expect(describeFailure({ kind: "preconditions", failed: ["a", "b"] })).toBe("preconditions failed: a; b");
  expect(describeFailure({ kind: "agent", detail: "exited with code 3" })).toBe("the agent exited with code 3");
});
