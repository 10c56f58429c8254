import { expect, it } from "vitest";
import type { LeftOut } from "../../isolation/capture/survey/left-out.ts";
import { isResult } from "./events.ts";

it.each<[LeftOut["reason"], boolean]>([
  ["special file in place of a tracked one", true],
  ["special file", false],
  ["ignored", false],
])("content that was left out as %j makes the result incomplete: %s", (reason, isMissing) => {
  expect(isResult({ reason })).toBe(isMissing);
});
