import { expect, test } from "vitest";
import { callOffTests, makeTests } from "./tests.ts";

test("tests that nothing in the queue needs any more are called off, and forgotten", async () => {
  const tests = makeTests(() => undefined);
  const ended = new Promise<void>((resolve) => {
    tests.gates.start("tree", async (cancel) => {
      await new Promise((over) => cancel.addEventListener("abort", over));
      resolve();
      return [];
    });
  });
  expect(tests.gates.known("tree")).toBe("testing");
  callOffTests(tests);
  await ended;
  expect(tests.gates.known("tree")).toBe("unknown");
});
