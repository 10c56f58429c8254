import { expect, it } from "vitest";
import { realWorld } from "../../../base/world/real-world.ts";
import { askWorker } from "./ask.ts";

const texts = { base: "one two\n", ours: "ONE two\n", theirs: "one TWO\n" };

it("merges in a thread", async () => {
  const { proposals } = await askWorker(realWorld, { path: "a.py", texts, ways: ["tokens"] });
  expect(proposals.map(({ text }) => text)).toEqual(["ONE TWO\n"]);
});

it("gives up after its time, and where memory is short", async () => {
  expect(
    await askWorker(realWorld, { path: "a.py", texts, ways: ["tokens"] }, { timeoutMs: 0, megabytes: 64 }),
  ).toEqual({ proposals: [], rest: null });
  const many = (word: string): string => `${word} other\n`.repeat(200_000);
  const large = { base: many("one"), ours: many("two"), theirs: many("three") };
  expect(
    await askWorker(realWorld, { path: "a.txt", texts: large, ways: ["tree"] }, { timeoutMs: 60_000, megabytes: 32 }),
  ).toEqual({ proposals: [], rest: null });
});
