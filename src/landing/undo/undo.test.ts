import { expect, it } from "vitest";
import { undoTitle } from "./undo.ts";

it.each([
  ["feat(x): y", "revert: feat(x): y"],
  ["revert: feat(x)!: y", "feat(x)!: y (again)"],
  ["feat: y (again)", "revert: feat: y (again)"],
  ["revert: feat: y (again)", "feat: y (again)"],
  ["revert: the last of it", "revert: revert: the last of it"],
  [`revert: feat: ${"y".repeat(59)}`, `feat: ${"y".repeat(57)}… (again)`],
])("the subject of an undo says what it does, and does not grow: %s", (subject, title) => {
  expect(undoTitle(subject)).toBe(title);
});
