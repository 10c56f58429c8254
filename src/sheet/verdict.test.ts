import { expect, it } from "vitest";
import {
  allPass,
  failedOf,
  failureText,
  passedOf,
  resultsOf,
  skippedOf,
  reasonsOf,
  type ValidationResult,
  type Verdict,
} from "./verdict.ts";

const passed: ValidationResult = { index: 0, description: "a", passed: true, reason: "" };
const failed: ValidationResult = { index: 1, description: "b", passed: false, reason: "why" };
const skipped: ValidationResult = {
  index: 2,
  description: "c",
  passed: false,
  reason: "not run: b failed at stage 1",
  skipped: true,
};
const judged = (...results: readonly ValidationResult[]): Verdict => ({ kind: "judged", results });

it("a validation that was not run has neither passed nor failed", () => {
  const verdict = judged(passed, failed, skipped);
  expect([passedOf(verdict), failedOf(verdict), skippedOf(verdict), resultsOf(verdict)]).toEqual([
    [passed],
    [failed],
    [skipped],
    [passed, failed, skipped],
  ]);
});

it("all pass only when there is one, and none failed or was not run", () => {
  expect(
    [judged(passed), judged(passed, failed), judged(passed, skipped), judged(), { kind: "unvalidated" } as const].map(
      allPass,
    ),
  ).toEqual([true, false, false, false, false]);
});

it("failures are told in lines that are short and can't speak to a terminal", () => {
  const failed = (reason: string): Verdict => ({
    kind: "judged",
    results: [{ index: 0, description: "tests", passed: false, reason }],
  });
  expect(reasonsOf(failed("exited 1: \u001B[2Jboo\u0007\nmore"))).toEqual(["tests: exited 1: [2Jboo"]);
  expect(reasonsOf(failed("x".repeat(1_000)))[0]).toBe(`tests: ${"x".repeat(299)}…`);
  expect(reasonsOf(failed(""))).toEqual(["tests"]);
});

it("a command is named once", () => {
  const of = (description: string) => failureText({ description, reason: "npm test exited 1: no" });
  expect(of("npm test succeeds")).toBe("npm test exited 1: no");
  expect(of("the tests pass")).toBe("the tests pass: npm test exited 1: no");
  expect(of("npm run x succeeds")).toBe("npm run x succeeds: npm test exited 1: no");
});
