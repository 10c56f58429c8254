import { expect, test } from "vitest";
import { withValue } from "./set.ts";
import { readLayer } from "../layer.ts";

test("comments and the order of keys stay", () => {
  const text = "# mine\nconductor:\n  # not long\n  grace: 5s # seconds\n  log_files: 3\n\n# last\nparallel: 2\n";
  expect(withValue(text, "conductor.grace", "10s")).toBe(text.replace("5s", "10s"));
  expect(withValue(text, "parallel", "score")).toBe(text.replace("parallel: 2", "parallel: score"));
});

test.each([
  ["", "conductor:\n  grace: 10s\n"],
  ["parallel: 2\n", "parallel: 2\nconductor:\n  grace: 10s\n"],
])("a key that was not there is added: %j", (text, after) => {
  expect(withValue(text, "conductor.grace", "10s")).toBe(after);
});

test.each(["# only a comment\n", "conductor:\n  # grace: 5s\n", "conductor:\n"])(
  "where nothing was said, the comment stays and the key comes: %j",
  (text) => {
    const after = withValue(text, "conductor.grace", "10s");
    for (const [comment] of text.matchAll(/#.*/g)) expect(after).toContain(comment);
    expect(readLayer(after, { level: "user", path: "f", userPath: "f" })).toEqual({
      values: new Map([["conductor.grace", { value: 10_000, where: "f" }]]),
      problems: [],
    });
  },
);
